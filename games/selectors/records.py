"""Records of games, as files."""

from collections.abc import Iterator

from accounts.models import User


def records_of(user: User) -> Iterator[tuple[str, str]]:
    """The name and the text of a file for each game that `user` has played, oldest first."""
    yield from ()
