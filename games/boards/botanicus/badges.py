"""What the header shows of each player: their flower, and their place in this column."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import Seat
from games.boards.botanicus.choices import Choices
from games.boards.botanicus.drawings import flower_of
from games.boards.botanicus.flowers import nth


@dataclass(frozen=True, slots=True)
class Badge:
    art: SafeString
    standing: str
    """The place in the order of this column, and whether the flower stands there already."""


def draw_badges(choices: Choices) -> list[Badge]:
    return [Badge(flower_of(seat), _standing(choices, seat)) for seat in range(choices.state.seats)]


def _standing(choices: Choices, seat: Seat) -> str:
    state = choices.state
    if state.is_over or state.phase not in ("neutral", "turn"):
        return ""
    at = state.order.index(seat)
    place = nth(at + 1)
    if at < state.acting:
        return _("%(nth)s, placed") % {"nth": place}
    return _("%(nth)s, now") % {"nth": place} if at == state.acting else place
