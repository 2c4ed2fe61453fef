"""Everything that changes what we know of people."""

from accounts.models import User


def create_player(*, username: str, email: str = "", password: str | None = None) -> User:
    """Make a person who can log in with `password`, or with None one who cannot."""
    user = User(username=username, email=User.objects.normalize_email(email))
    user.set_password(password)
    user.full_clean(exclude=["email"] if not email else None)
    user.save()
    return user
