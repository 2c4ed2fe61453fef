"""What is written under a picture of a game, in the language of who asked for it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine import Seat


@dataclass(frozen=True, slots=True)
class Caption:
    """All that a board cannot know from what it is shown: everything else it draws from views."""

    game: str
    """What the game is called."""
    names: Sequence[str]
    """By seat."""
    winners: Collection[Seat]
    """Who came first; several, all of a team, or nobody."""
    verdict: str
    """Who won and how, in a line."""
