"""How far the team has come: what is validated and discarded, and what it is worth so far."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.games.gardeners.components import FREE_DISCARDS, GRADES, OUCH
from engine.games.gardeners.position import Position
from engine.games.gardeners.scoring import grade, score
from games.boards import phrases
from games.boards.gardeners import words
from games.boards.gardeners.cards import Front, front_of


@dataclass(frozen=True, slots=True)
class Rung:
    """A word for a score, on the ladder of all of them."""

    range: str
    name: str
    classes: str


@dataclass(frozen=True, slots=True)
class Record:
    validated: list[Front]
    discarded: list[Front]
    """Those whose front is known."""
    discards: str
    pile: str
    score: int
    word: str
    """What the score is called; empty before the first validated card."""
    ladder: list[Rung]
    """Empty in a training."""
    goal: list[str]
    """A training: `past`, `here` or nothing for each of its gardens."""
    goal_words: str
    counts: str
    is_solo: bool
    costs: int


def draw_record(state: Position) -> Record:
    total = score(state)
    is_training = bool(state.rules.goal)
    is_over = bool(state.how)
    return Record(
        validated=[front_of(one.card) for one in state.validated],
        discarded=[front_of(one.card) for one in state.discarded if not one.is_covered],
        discards=_discards(len(state.discarded), is_training=is_training),
        pile=_pile(state.cards_left),
        score=total.total,
        word=str(words.GRADES[grade(state)]) if state.validated or is_over else "",
        ladder=[] if is_training else _ladder(total.total, is_solo=state.is_solo),
        goal=_goal(state) if is_training else [],
        goal_words=_goal_words(state) if is_training else "",
        counts=_counts(state),
        is_solo=state.is_solo,
        costs=total.parts["discards"],
    )


def _discards(number: int, *, is_training: bool) -> str:
    if not number:
        return ""
    said = ngettext("%(n)d card discarded", "%(n)d cards discarded", number) % {"n": number}
    if is_training:
        return said
    if number <= FREE_DISCARDS:
        return _("%(cards)s; the first costs nothing, each further one a point") % {"cards": said}
    price = phrases.points_in_words(number - FREE_DISCARDS)
    return _("%(cards)s: −%(points)s") % {"cards": said, "points": price}


def _pile(left: int) -> str:
    if not left:
        return _("No card is left in the pile")
    return ngettext("%(n)d card in the pile", "%(n)d cards in the pile", left) % {"n": left}


def _counts(state: Position) -> str:
    gardens = ngettext("%(n)d garden finished", "%(n)d gardens finished", state.gardens)
    checks = ngettext("%(n)d check", "%(n)d checks", state.checks)
    return f"{gardens % {'n': state.gardens}}, {checks % {'n': state.checks}}"


# -- the ladder of words ----------------------------------------------------------------------


def _ladder(total: int, *, is_solo: bool) -> list[Rung]:
    least = [(name, alone if is_solo else together) for name, together, alone in GRADES][::-1]
    rungs: list[tuple[str, int | None, int | None]] = [(OUCH, None, 0)]
    for at, (name, low) in enumerate(least):
        high = least[at + 1][1] - 1 if at + 1 < len(least) else None
        rungs.append((name, low, high))
    return [_rung(name, low, high, total) for name, low, high in rungs]


def _rung(name: str, low: int | None, high: int | None, total: int) -> Rung:
    is_here = (low is None or total >= low) and (high is None or total <= high)
    classes = "here" if is_here else "past" if high is not None and total > high else ""
    return Rung(_range(low, high), str(words.GRADES[name]), classes)


def _range(low: int | None, high: int | None) -> str:
    if low is None:
        return f"≤ {high}"
    if high is None:
        return f"{low}+"
    return str(low) if low == high else f"{low}–{high}"


# -- trainings ----------------------------------------------------------------------------------


def gardens_of(state: Position) -> int:
    """How many gardens a training has: one for each of its cards that was not discarded."""
    return state.cards_left + len(state.in_play) + len(state.validated)


def _goal(state: Position) -> list[str]:
    here = [] if state.how else ["here"]
    rest = gardens_of(state) - state.gardens - len(here)
    return ["past"] * state.gardens + here + [""] * max(0, rest)


def _goal_words(state: Position) -> str:
    blanks = {"validated": len(state.validated), "goal": state.rules.goal}
    return _("%(validated)d of %(goal)d cards validated") % blanks


def turn_words(state: Position) -> str:
    """Which turn, garden or action it is, of how many."""
    if state.is_solo:
        left = {"left": state.limit - state.actions, "of": state.limit}
        return _("%(left)d of %(of)d actions left") % left
    if state.rules.goal:
        now = min(state.gardens + 1, gardens_of(state))
        return _("garden %(now)d of %(of)d") % {"now": now, "of": gardens_of(state)}
    now = min(state.turn + 1, state.limit)
    return _("turn %(now)d of %(of)d") % {"now": now, "of": state.limit}
