"""Everything that looks people up."""

from accounts.models import User


def newest_players(*, most: int) -> list[str]:
    """The names of those who came last, newest first."""
    people = User.objects.filter(is_active=True).order_by("-date_joined", "-pk")
    return list(people.values_list("username", flat=True)[:most])
