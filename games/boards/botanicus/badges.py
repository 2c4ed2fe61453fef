"""What the header shows of each player: their flower, and their place in this column."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from engine import Seat
from games.boards.botanicus.choices import Choices
from games.boards.botanicus.drawings import flower_of
from games.boards.botanicus.flowers import nth


@dataclass(frozen=True, slots=True)
class Badge:
    art: SafeString
    standing: str
    """The place in the order of this column."""
    deed: str
    """Whether the flower stands there already, or is about to."""


def draw_badges(choices: Choices) -> list[Badge]:
    state = choices.state
    if state.is_over or state.phase not in ("neutral", "turn"):
        return [Badge(flower_of(seat), "", "") for seat in range(state.seats)]
    return [_badge(choices, seat) for seat in range(state.seats)]


def _badge(choices: Choices, seat: Seat) -> Badge:
    at, acting = choices.state.order.index(seat), choices.state.acting
    deed = pgettext("whose turn it is", "now") if at == acting else ""
    if at < acting:
        deed = pgettext("of a flower", "placed")
    return Badge(flower_of(seat), nth(at + 1), deed)
