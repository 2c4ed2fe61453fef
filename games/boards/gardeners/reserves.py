"""The tiles that everybody may lay: one's own in the tray, the others' beside the garden."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import Seat
from engine.games.gardeners.facts import Given
from engine.games.gardeners.moves import Add, Give
from games.boards import phrases
from games.boards.gardeners import words
from games.boards.gardeners.choices import Choices
from games.boards.gardeners.drawings import tile
from games.boards.gardeners.mates import Mate


@dataclass(frozen=True, slots=True)
class TilePicture:
    """A tile of a reserve; where it was drafted away, the empty place of one."""

    code: str
    art: SafeString
    turn: int
    words: str
    href: str
    is_picked: bool
    is_gone: bool
    step: int
    under: int
    """How many lie under it; 0 for a loose one."""
    giver: Mate | None
    """From whom it came in the turn that is shown."""


@dataclass(frozen=True, slots=True)
class Bed:
    """The reserve of somebody else."""

    mate: Mate
    holds: str
    tiles: list[TilePicture]


def draw_tray(choices: Choices, mates: Sequence[Mate]) -> list[TilePicture]:
    """One's own reserve: as it was before the draft, and what the draft has taken back into it."""
    if choices.scene.seat is None:
        return [_shown(code, choices.seat, choices) for code in _reserve(choices, choices.seat)]
    before = choices.start.reserve(choices.seat)
    taken = [code for code in choices.state.reserve(choices.seat) if code not in before]
    return [_mine(code, choices, mates) for code in (*before, *taken)]


def _reserve(choices: Choices, seat: Seat) -> tuple[str, ...]:
    return choices.state.reserve(seat)


def _mine(code: str, choices: Choices, mates: Sequence[Mate]) -> TilePicture:
    hand, step = choices.hand, choices.steps.get(code, 0)
    is_picked = hand is not None and hand.tile == code
    is_laid = code in choices.state.plot.places
    turn = hand.turn if hand is not None and is_picked else 0
    can_pick = choices.is_mine and (choices.legal or step)
    said = phrases.capital(words.tile(code))
    if step:
        said = _("%(tile)s, action %(number)d of your draft") % {"tile": said, "number": step}
    href = choices.href(code) if can_pick else ""
    if is_laid and step and not is_picked:
        href = choices.without(step - 1)
        said = _("Take back action %(number)d: %(tile)s") % {
            "number": step,
            "tile": words.tile(code),
        }
    under = _under(code, choices)
    if under:
        said += ", " + _under_words(under)
    return TilePicture(
        code, tile(code, turn), turn, said, href, is_picked, is_laid and not is_picked, step,
        under, None if choices.moves else _giver(code, choices, mates),
    )  # fmt: skip


def _under(code: str, choices: Choices) -> int:
    """How many lie under a tile. What is under it after it was laid is not known yet."""
    piles = (pile for pile in choices.start.piles if pile.top == code)
    return next((pile.under for pile in piles), 0)


def _under_words(under: int) -> str:
    return ngettext("%(n)d more under it", "%(n)d more under it", under) % {"n": under}


def _giver(code: str, choices: Choices, mates: Sequence[Mate]) -> Mate | None:
    given = (fact for fact in choices.scene.last if isinstance(fact, Given) and fact.tile == code)
    return next((mates[fact.seat] for fact in given if fact.seat != fact.to), None)


def _shown(code: str, seat: Seat, choices: Choices) -> TilePicture:
    step = choices.steps.get(code, 0)
    under = _under(code, choices)
    said = phrases.capital(words.tile(code))
    if under:
        said += ", " + _under_words(under)
    if step:
        said = _("%(tile)s, action %(number)d of your draft") % {"tile": said, "number": step}
    return TilePicture(
        code, tile(code), 0, said, "", is_picked=False, is_gone=False, step=step, under=under,
        giver=None,
    )  # fmt: skip


def draw_beds(choices: Choices, mates: Sequence[Mate]) -> list[Bed]:
    """Everybody else, as they come after the one below."""
    seats = choices.state.seats
    order = [(choices.seat + at) % seats for at in range(1, seats)]
    return [
        Bed(
            mates[seat],
            _holds(choices, seat),
            [_shown(code, seat, choices) for code in _reserve(choices, seat)],
        )
        for seat in order
    ]


def _holds(choices: Choices, seat: Seat) -> str:
    if seat in choices.state.gone:
        return _("has left")
    numbers = [str(one.number) for one in choices.state.in_play if one.holder == seat]
    if not numbers:
        return _("holds no card")
    return _("holds no. %(numbers)s") % {"numbers": phrases.listed(numbers)}


@dataclass(frozen=True, slots=True)
class StepPicture:
    """An action of the draft, in a line."""

    number: int
    words: str
    href: str
    """Where it is taken back alone."""


def draw_steps(choices: Choices, names: Sequence[str]) -> list[StepPicture]:
    return [
        StepPicture(at + 1, _step_words(move, at, choices, names), choices.without(at))
        for at, move in enumerate(choices.moves)
        if isinstance(move, Add | Give)
    ]


def _step_words(move: Add | Give, at: int, choices: Choices, names: Sequence[str]) -> str:
    what = phrases.capital(words.tile(move.tile))
    if isinstance(move, Add):
        what = ", ".join(filter(None, [what, words.turned(move.tile, move.turn)]))
        return _("%(tile)s to %(place)s") % {"tile": what, "place": words.place(move.cell)}
    start = choices.views[at].position.plot.places[move.tile]
    blanks = {"tile": what, "place": words.place(start), "name": names[move.to]}
    if choices.state.is_solo:
        return _("%(tile)s from %(place)s, taken out") % blanks
    return _("%(tile)s from %(place)s to %(name)s") % blanks
