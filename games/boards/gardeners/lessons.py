"""Gardeners by playing: trainings A, B and C, each on positions with one action left in a turn."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.games.gardeners.facts import Added, Called, Given
from engine.games.gardeners.predicates import front_of
from games.boards.lessons import Lesson, Task

if TYPE_CHECKING:
    from engine.games.gardeners.rules import GardenersState
    from games.boards.lessons import Attempt

# Two gardeners, the learner on seat 0. In the first garden nobody else holds a card yet.
APART = (
    ">A2.A11 >TA3 end A11@0,0^0 >A1 A1@1,0^0 >A7 A7@2,0^0 >A3 A3@0,-1^0 >A12 A12@1,-1^0 >A9 end"
    " A2@2,-1^0 >A13 A13@0,-2^0 >A5 A5@1,-2^0 >A6 A6@2,-2^0 >A15 A15@3,0^0 >A4 A4@3,-1^0"
)
COMPLETE = (
    ">A11.A12 >TA5 A11@0,0^0 >A9 end A12@1,0^0 >A13 A13@2,0^0 >A1 A1@3,0^0 >A14 A14@0,-1^0 >A3"
    " A3@1,-1^0 >A7 A7@2,-1^0 >A15 A15@3,-1^0 >A2 A2@0,-2^0 A9@1,-2^0 >A5 A5@2,-2^0 >A6 A6@3,-2^0"
    " >A4 A4@0,-3^0 >A16 A16@1,-3^0 >A8 A8@2,-3^0 >A10 A10@3,-3^0"
)
BENCH = (
    ">A3.A2 >TB1 end A2@0,0^0 >A11 A11@1,0^0 >A12 A12@2,0^0 >A5 A5@0,-1^0 >A15 A15@1,-1^0 >A9 end"
    " A3@2,-1^0 >A16 A16@0,-2^0 >A13 A13@1,-2^0 >A7 A7@2,-2^0 >A14 A14@0,-3^0 >A6 A6@1,-3^0 >A4"
    " A4@2,-3^0 >B3"
)
HEDGES = (
    ">A11.C3 >TC3 end C3@0,0^1 >C5 C5@0,-1^0 >C6 C6@1,-1^3 >A12 A12@-1,0^0 >A15 A15@-1,-1^0 >A9 end"
    " A11@1,-2^0 >A16 A16@0,-2^0 >A13 A13@-1,-2^0 >A7 A7@2,-2^0 >A14 A14@2,-1^0 >A6 A6@-1,1^0 >A4"
    " A4@0,1^0 >C7"
)


def _holds(attempt: "Attempt") -> bool:
    """Whether the garden is conform so far with the learner's own card."""
    state: GardenersState = attempt.after.position  # type: ignore[attr-defined]
    before: GardenersState = attempt.before.position  # type: ignore[attr-defined]
    return front_of(before.in_play[0].card).marks(state.plot).holds


def _laid(attempt: "Attempt") -> bool:
    return any(isinstance(fact, Added) for fact in attempt.facts)


def _given(attempt: "Attempt") -> bool:
    return any(isinstance(fact, Given) for fact in attempt.facts)


def _apart(attempt: "Attempt") -> str:
    if not _laid(attempt):
        return _("Nothing was laid. Pick the tree of your reserve, then a cell beside the garden.")
    return "" if _holds(attempt) else _("The two trees share a side: that is next to each other.")


def _out(attempt: "Attempt") -> str:
    if not _given(attempt):
        return _("No tile was handed over. Pick one at the border, then who gets it.")
    if _holds(attempt):
        return ""
    return _("Another tile went out: the two trees still stand next to each other.")


def _check(attempt: "Attempt") -> str:
    if any(isinstance(fact, Called) for fact in attempt.facts):
        return ""
    return _("Nothing was checked: the garden is complete, and Done calls for it.")


def _sees(attempt: "Attempt") -> str:
    if not _laid(attempt):
        return _("Nothing was laid. Pick the bench, and turn it as it shall look.")
    if _holds(attempt):
        return ""
    return _("No red flower lies straight ahead of the bench. What is between does not matter.")


def _closed(attempt: "Attempt") -> str:
    if not _laid(attempt):
        return _("Nothing was laid. Pick the hedge of your reserve.")
    if _holds(attempt):
        return ""
    return _("The run is not closed: every hedge of it must meet the end of another on both sides.")


LESSONS = (
    Lesson(
        "training-a",
        gettext_lazy("Training A: lay, hand over, check"),
        gettext_lazy(
            "Your card wishes something of the garden, and only you can read it. You lay tiles,"
            " hand some over, and call the check when all of them lie. A turn has eight actions:"
            " here one is left."
        ),
        (
            Task(
                aim=gettext_lazy("Lay the tree so that no tree stands next to another tree."),
                record=f"{APART} >A16 A16@3,-2^0 >A8",
                seat=0,
                judge=_apart,
                praise=gettext_lazy(
                    "Only a shared side is next to each other, a corner is not. That was the last"
                    " of eight actions: it ended your turn."
                ),
                solution="A8@0,1^0",
                seats=2,
                options={"mode": "training-a"},
            ),
            Task(
                aim=gettext_lazy("Two trees stand next to each other: hand one of them over."),
                record=f"{APART} >A8 A8@2,1^0 >A16",
                seat=0,
                judge=_out,
                praise=gettext_lazy(
                    "It lies in the other reserve now. What you take out you cannot lay yourself,"
                    " and that is how you tell the others something."
                ),
                solution="A8>1",
                seats=2,
                options={"mode": "training-a"},
            ),
            Task(
                aim=gettext_lazy("Every tile lies, and your wish holds: call the check."),
                record=COMPLETE,
                seat=0,
                judge=_check,
                praise=gettext_lazy(
                    "All hear who is conform, and nothing else. If everybody is, the next card is"
                    " drawn, and the garden stays as it lies."
                ),
                solution="done",
                seats=2,
                options={"mode": "training-a"},
            ),
        ),
    ),
    Lesson(
        "training-b",
        gettext_lazy("Training B: benches"),
        gettext_lazy(
            "A bench looks straight ahead, to the edge of the garden, over whatever is between. How"
            " it is turned when it is laid is how it looks."
        ),
        (
            Task(
                aim=gettext_lazy("Lay the bench so that it looks towards a red flower."),
                record=BENCH,
                seat=0,
                judge=_sees,
                praise=gettext_lazy("It sees the flower, from as far away as it likes."),
                solution="B3@0,1^2",
                seats=2,
                options={"mode": "training-b"},
            ),
        ),
    ),
    Lesson(
        "training-c",
        gettext_lazy("Training C: hedges"),
        gettext_lazy(
            "A hedge has two ends. Two hedges next to each other are connected if both end on the"
            " side that they share."
        ),
        (
            Task(
                aim=gettext_lazy("Close the run of hedges."),
                record=HEDGES,
                seat=0,
                judge=_closed,
                praise=gettext_lazy("Four corners in a square: the smallest closed run."),
                solution="C7@1,0^2",
                seats=2,
                options={"mode": "training-c"},
            ),
        ),
    ),
)
