"""How Botanik is learned: six lessons, on positions that the engine reaches by their records.

In every record the opponent covers piles alone, so that their machine stays empty and nothing draws
the eye from the learner's own.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.games.botanik.facts import Released, Swapped
from engine.games.botanik.moves import Build, CentrePlay, SidePlay
from engine.games.botanik.rules import BotanikState
from engine.games.botanik.scoring import Breakdown
from engine.games.botanik.tiles import Tile
from games.boards.botanik.tiles import THE_TILE
from games.boards.lessons import Lesson, Task

if TYPE_CHECKING:
    from games.boards.lessons import Attempt


# -- what an attempt did ---------------------------------------------------------------------------


def _state(attempt: "Attempt") -> BotanikState:
    return attempt.after.position  # type: ignore[attr-defined, no-any-return]


def _reasons(attempt: "Attempt") -> Breakdown:
    return attempt.after.breakdown(attempt.seat)  # type: ignore[attr-defined, no-any-return]


def _freed(attempt: "Attempt", *, mine: bool) -> list[Tile]:
    """The tiles that came free, the learner's or the other's."""
    found = [fact for fact in attempt.facts if isinstance(fact, Released)]
    return [fact.tile for fact in found if (fact.seat == attempt.seat) == mine]


def _side_play(attempt: "Attempt") -> SidePlay | None:
    move = attempt.moves[0]
    return move if isinstance(move, SidePlay) else None


def _is_cut_off(attempt: "Attempt") -> bool:
    """Whether the tile that was built last is not joined to the Source."""
    move, machine = attempt.moves[-1], _state(attempt).machines[attempt.seat]
    return isinstance(move, Build) and move.cell not in machine.joined


def _cut_off() -> str:
    return _(
        "It lies beside your machine, but no pipe joins it to the Source: it is cut off, and scores"
        " nothing. Places with scissors are like that."
    )


# -- what went otherwise ---------------------------------------------------------------------------


def _link_by_colour(attempt: "Attempt") -> str:
    play = _side_play(attempt)
    if play is None:
        return _on_the_pile()
    top = _state(attempt).registry.centre[play.column]
    if play.tile.colour == top.colour:
        return ""
    return _("This link is by shape. It holds just as well, but look for one by colour now.")


def _link_by_shape(attempt: "Attempt") -> str:
    play = _side_play(attempt)
    if play is None:
        return _on_the_pile()
    top = _state(attempt).registry.centre[play.column]
    if play.tile.type == top.type:
        return ""
    return _("This link is by colour. It holds just as well, but look for one by shape now.")


def _on_the_pile() -> str:
    return _(
        "You put it on the pile itself. There it is nobody’s: a tile waits for you on your own"
        " side, in the row below the piles."
    )


def _break_own(attempt: "Attempt") -> str:
    if _freed(attempt, mine=True):
        return ""
    move = attempt.moves[0]
    if not isinstance(move, CentrePlay):
        return _("This tile waits on your side now. A link breaks when the pile is covered.")
    if _state(attempt).registry.sides[attempt.seat][move.column] is None:
        return _("None of your tiles waits at this pile. Cover the one that yours is linked to.")
    return _("The link holds: your tile has the colour or the shape of the new one, too.")


def _break_one(attempt: "Attempt") -> str:
    mine, theirs = _freed(attempt, mine=True), _freed(attempt, mine=False)
    if mine and not theirs:
        return ""
    if mine:
        return _("Both links broke: your tile came free, and the other’s did, too.")
    if theirs:
        return _(
            "You set the other’s tile free and kept your own waiting: the other builds it at once."
        )
    return _break_own(attempt)


def _join(attempt: "Attempt") -> str:
    return _cut_off() if _is_cut_off(attempt) else ""


def _open_twice(attempt: "Attempt") -> str:
    if len(_state(attempt).machines[attempt.seat].leads) > 1:
        return ""
    freed = _freed(attempt, mine=True)
    if not freed:
        return _("No tile of yours came free. Cover a pile at which one of yours waits.")
    if freed[0].is_crop:
        return _(
            "A plant has a single pipe: on the only open end it would close the Source, which is"
            " not allowed. So it could only be laid cut off."
        )
    return _cut_off()


def _group(attempt: "Attempt") -> str:
    if _reasons(attempt).score.parts["groups"] >= 3:
        return ""
    if not _freed(attempt, mine=True):
        return _("The red elbow is still waiting. Cover its pile with a tile that breaks the link.")
    if _is_cut_off(attempt):
        return _cut_off()
    return _("It is joined, but does not touch the red tiles: a group lies side by side.")


def _feed(attempt: "Attempt") -> str:
    reasons = _reasons(attempt)
    if any(bloom.tile.is_crop for bloom in reasons.blooms):
        return ""
    if _is_cut_off(attempt):
        return _cut_off()
    return _(
        "The plant is hungry: its pipe leads into another colour. It is fed by a tile of its own."
    )


def _swap_for_plant(attempt: "Attempt") -> str:
    taken = next(fact.taken for fact in attempt.facts if isinstance(fact, Swapped))
    if taken.code != "RP":
        return _("You took %(tile)s. The red plant would find its colour in your machine.") % {
            "tile": THE_TILE[taken.code]
        }
    return _feed(attempt)


# -- the lessons -----------------------------------------------------------------------------------

LESSONS = (
    Lesson(
        "link",
        gettext_lazy("A link"),
        gettext_lazy(
            "You never take a tile straight away: it waits on your side of a pile. It needs a link"
            " there: the colour of the pile’s top tile, or its shape."
        ),
        (
            Task(
                aim=gettext_lazy("Put a tile on your side of a pile of the same colour."),
                record=">RT.GI.BL.YP.KX >RL.BV.GT",
                seat=0,
                judge=_link_by_colour,
                praise=gettext_lazy(
                    "Linked by colour: the little sign between the two tiles says so. The tile"
                    " waits there for you."
                ),
                solution="RL/1",
            ),
            Task(
                aim=gettext_lazy("Put a tile on your side of a pile of the same shape."),
                record=">RT.GI.BL.YP.KX >YT.KI.GV",
                seat=0,
                judge=_link_by_shape,
                praise=gettext_lazy(
                    "Linked by shape. Flowers do not matter for that; and one place on your side"
                    " holds one tile."
                ),
                solution="YT/1",
            ),
        ),
    ),
    Lesson(
        "break",
        gettext_lazy("Breaking a link"),
        gettext_lazy(
            "Put a tile on a pile, and what waits beside it without a link to the new tile comes"
            " free: yours goes into your machine, the other’s into theirs."
        ),
        (
            Task(
                aim=gettext_lazy("Break the link of your red elbow, so that it comes to you."),
                record=">RT.GI.BL.YP.KX >KL.RL.BV KL-5 RL/1 BV-3 >RI.YI.GT",
                seat=1,
                judge=_break_own,
                praise=gettext_lazy(
                    "The new tile has neither its colour nor its shape: the elbow came free, and"
                    " you built it at once."
                ),
                solution="YI-1 RL@0,1^1",
            ),
            Task(
                aim=gettext_lazy("Free your red elbow, but not the other’s green tee."),
                record=">RT.GI.BL.YP.KX >GT.RL.KI GT/1 RL/1 KI-2 >KT.BL.YV",
                seat=1,
                judge=_break_one,
                praise=gettext_lazy(
                    "A tee keeps the green tee waiting by its shape, and lets your elbow go. Look"
                    " at both sides before you cover a pile."
                ),
                solution="KT-1 RL@0,1^1",
            ),
        ),
    ),
    Lesson(
        "build",
        gettext_lazy("Building"),
        gettext_lazy(
            "A tile that comes free is built at once, even in the other’s turn. Where it touches"
            " another tile, both have a pipe or neither has; press it again to turn it."
        ),
        (
            Task(
                aim=gettext_lazy("Your tile came free: build it on the open end of the Source."),
                record=">GX.RI.BL.YP.KV >KL.GT.BV KL-5 GT/1 BV-1",
                seat=1,
                judge=_join,
                praise=gettext_lazy(
                    "Joined to the Source. The other broke your link in their turn, and you replied"
                    " by building: that is no turn of yours."
                ),
                solution="GT@0,1^1",
            ),
            Task(
                aim=gettext_lazy("One tile is cut off. Join all tiles to the Source."),
                record=">RT.GI.BT.YP.KX >KI.RL.YV KI-5 RL/1 YV-1 RL@0,1^1"
                " >GL.RP.BL GL/2 RP-2 GL@1,0^0 BL/3 >KV.YI.GP KV-4 YI-1 GP-3",
                seat=1,
                judge=_join,
                praise=gettext_lazy(
                    "The pipes run through all of them. What is cut off is not lost as long as you"
                    " can still join it."
                ),
                solution="BL@1,1^2",
            ),
        ),
    ),
    Lesson(
        "open",
        gettext_lazy("Keeping the Source open"),
        gettext_lazy(
            "The pipes from the Source must always keep one open end: a place that would close the"
            " last one is not offered. Who has many ends can build what comes."
        ),
        (
            Task(
                aim=gettext_lazy("Give the Source a second open end."),
                record=">GX.GI.BL.YP.KX >KL.GT.BV KL-5 GT/1 BV-3 >GP.RI.KV GP/2 RI-4",
                seat=1,
                judge=_open_twice,
                praise=gettext_lazy(
                    "A tee takes one end and gives two. With crosses and tees first, plants and"
                    " vegetables find a place later."
                ),
                solution="KV-1 GT@0,1^2",
            ),
            Task(
                aim=gettext_lazy("Now there are two ends: join the plant to one of them."),
                record=">GX.RI.BL.YI.KX >GT.KV.YP GT/1 KV-1 GT@0,1^2 YP/4 >RL.BT.KI RL-2 BT-3 KI-4",
                seat=0,
                judge=_join,
                praise=gettext_lazy(
                    "One end is closed by the plant, the other is still open, so this is allowed."
                ),
                solution="YP@1,1^3",
            ),
        ),
    ),
    Lesson(
        "score",
        gettext_lazy("What scores"),
        gettext_lazy(
            "A point for every tile in a group of three or more of one colour, a point for every"
            " flower on a pipe, three for a plant or vegetable that is fed."
        ),
        (
            Task(
                aim=gettext_lazy("Free the red elbow, and make a group of three with it."),
                record=">GX.RV.RX.RP.KX >GT.KV.RI GT/1 KV-1 GT@0,1^2 RI/2"
                " >BL.RT.YI BL-2 RI@1,1^1 RT/3 YI-3 RT@2,1^2 >RL.GI.BV RL/4 GI-5",
                seat=0,
                judge=_group,
                praise=gettext_lazy(
                    "Three red tiles side by side score three points, and every further one scores"
                    " one more."
                ),
                solution="BV-4 RL@3,1^2",
            ),
            Task(
                aim=gettext_lazy("Feed the plant: lead its pipe into a tile of its own colour."),
                record=">RX.YV.YX.GP.KX >RT.KV.YI RT/1 KV-1 RT@0,1^2 YI/2"
                " >BL.YP.GI BL-2 YI@1,1^1 YP/3 GI-3",
                seat=0,
                judge=_feed,
                praise=gettext_lazy(
                    "Yellow feeds yellow: three points. At the other end it would have gone hungry."
                ),
                solution="YP@2,1^3",
            ),
        ),
    ),
    Lesson(
        "meca",
        gettext_lazy("The meca-botanist"),
        gettext_lazy(
            "It waits and comes free like any tile, but never enters a machine: you swap it for the"
            " top of any pile, and build what you took."
        ),
        (
            Task(
                aim=gettext_lazy("Swap it for the red plant, and feed the plant."),
                record=">RX.YV.YX.RP.KX >RT.KV.YM RT/1 KV-1 RT@0,1^2 YM/2 >BL.GI.KI BL-3 GI-5 KI-2",
                seat=0,
                judge=_swap_for_plant,
                praise=gettext_lazy(
                    "You may take what you need from any pile. That is why meca-botanists are worth"
                    " waiting for."
                ),
                solution="M=4 RP@1,1^3",
            ),
        ),
        ends_in_game=True,
    ),
)
