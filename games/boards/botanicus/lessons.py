"""Botanicus by playing: the flower, the beds in reach, and a track, on real positions."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.games.botanicus.facts import ColumnOver, Gained, Planted, Watered
from games.boards.lessons import Lesson, Task

if TYPE_CHECKING:
    from games.boards.lessons import Attempt

# The first column of a game for two: all tiles are laid, all tasks assigned.
SET_UP = (
    ">D1.D5.L1.L5.D2.D6.L2.L6.D3.D7.L3.L7.D4.D8.L4.L8"
    " >T4.T5.T3.T2.T10.T9.T8.T17.T7.T1 T9/1 T8/2 T17/3 T7/4 T4/1 T10/2 T3/3 T2/4"
)


def _first(attempt: "Attempt") -> str:
    orders = [fact.order for fact in attempt.facts if isinstance(fact, ColumnOver)]
    if any(order[0] == attempt.seat for order in orders):
        return ""
    if not orders:
        return _("Nobody knows yet who comes next: the column is not over.")
    return _("The other flower stands higher up, so it comes first in the next column.")


def _sprout(attempt: "Attempt") -> str:
    if any(isinstance(fact, Planted) for fact in attempt.facts):
        return ""
    return _("Nothing was planted. The shovel track gives plants: it is printed on space 4.")


def _bud(attempt: "Attempt") -> str:
    if any(isinstance(fact, Watered) and fact.level == 2 for fact in attempt.facts):
        return ""
    if any(isinstance(fact, Planted) for fact in attempt.facts):
        return _("A sprout grows there now, but it was not watered.")
    return _("Nothing grew. Look at what the wheelbarrow brings on its second space.")


def _card(attempt: "Attempt") -> str:
    if any(isinstance(fact, Gained) and "C" in fact.actions for fact in attempt.facts):
        return ""
    return _("No card came of that. It lies on the lower path of the money track.")


LESSONS = (
    Lesson(
        "order",
        gettext_lazy("Your flower"),
        gettext_lazy(
            "Each turn you put your flower on a space of the column in play. It brings what is"
            " printed there, and the higher it stands, the sooner you come in the next column."
        ),
        (
            Task(
                aim=gettext_lazy("Place your flower so that you are first in the next column."),
                record=f"{SET_UP} N3 F2 M1",
                seat=1,
                judge=_first,
                praise=gettext_lazy(
                    "First on Pole Position: three coins, and the first choice in the next column."
                ),
                solution="F1",
            ),
        ),
    ),
    Lesson(
        "garden",
        gettext_lazy("Your garden"),
        gettext_lazy(
            "Your gardener reaches the four beds around its footprint. There you plant and water,"
            " for the tasks beside the rows."
        ),
        (
            Task(
                aim=gettext_lazy("Plant a sprout, a plant of level I."),
                record=f"{SET_UP} N3 F2 M1",
                seat=1,
                judge=_sprout,
                praise=gettext_lazy(
                    "It grows. Steps of the shovel that you do not take score a point each."
                ),
                solution="F4 S1 22=1",
            ),
            Task(
                aim=gettext_lazy("Let a bud grow: plant a sprout and water it to level II."),
                record=f"{SET_UP} N4 F2 M1",
                seat=1,
                judge=_bud,
                praise=gettext_lazy(
                    "Planted and watered in one turn. What a space gives is used in any order."
                ),
                solution="F3 B2u 22=1 22+",
            ),
        ),
    ),
    Lesson(
        "track",
        gettext_lazy("A track"),
        gettext_lazy(
            "Only the space where a piece stops gives something. A step more than you gained costs"
            " 3 coins, a step less scores 1 point."
        ),
        (
            Task(
                aim=gettext_lazy("Draw a garden card by the lower path of the money track."),
                record=f"{SET_UP} N3 F4 S1 22=1",
                seat=1,
                judge=_card,
                praise=gettext_lazy(
                    "A bought step, two coins and a card, which you may use from your next turn on."
                ),
                solution="F2 M2l",
            ),
        ),
    ),
)
