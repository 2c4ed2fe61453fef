"""The whole board of Gardeners, from a scene to what its template shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.games.gardeners.components import ACTIONS_A_TURN
from engine.games.gardeners.moves import (
    BANK,
    DONE,
    END,
    NEXT,
    Bank,
    Deed,
    Done,
    Drop,
    End,
    Give,
    Next,
)
from games.boards import phrases
from games.boards.gardeners import words
from games.boards.gardeners.cards import WishPicture, draw_wishes
from games.boards.gardeners.choices import Choice, Choices
from games.boards.gardeners.drawings import symbol, tile
from games.boards.gardeners.gardens import GardenPicture, draw_garden
from games.boards.gardeners.mates import Mate, mates_of
from games.boards.gardeners.record import Record, draw_record, turn_words
from games.boards.gardeners.reserves import (
    Bed,
    StepPicture,
    TilePicture,
    draw_beds,
    draw_steps,
    draw_tray,
)
from games.boards.gardeners.saying import Saying, say

if TYPE_CHECKING:
    from games.boards import Badge, Scene


@dataclass(frozen=True, slots=True)
class Act:
    """Something that sends the draft: a button, or where there is no table of one's own a link."""

    notation: str
    label: str
    text: str
    """All moves that are sent."""
    href: str
    icon: str
    is_primary: bool = False
    asks: bool = False
    """Whether it is asked once more before it is sent."""


@dataclass(frozen=True, slots=True)
class Palm:
    """What is known of the wishes of somebody, while every tile lies."""

    mate: Mate
    state: str
    """`ok`, `bad`, `hidden`, `none`; of one's own through the lens `mine` or `mine-bad`."""
    words: str


@dataclass(frozen=True, slots=True)
class Receiver:
    """Somebody who may get the tile in hand."""

    mate: Mate
    choice: Choice
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Under:
    """Tiles of one sort that are still under the piles."""

    art: SafeString
    words: str
    number: int


@dataclass(frozen=True, slots=True)
class GardenersBoard:
    """What the template shows."""

    phase: str
    is_solo: bool
    mates: list[Mate]
    acting: Mate | None
    turn: str
    pips: list[str]
    left: int
    glass: SafeString | str
    garden: GardenPicture
    wishes: list[WishPicture]
    tray: list[TilePicture]
    tray_words: str
    beds: list[Bed]
    under: list[Under]
    under_words: str
    steps: list[StepPicture]
    palms: list[Palm]
    palms_are_verdicts: bool
    receivers: list[Receiver]
    take_out: Choice | None
    turner: str
    acts: list[Act]
    confirm: str
    """What sends a draft that is complete."""
    record: Record
    saying: Saying | None
    undo: str
    put_back: bool
    is_silent: bool
    ended: str
    below: int
    gain: tuple[int, int] | None = None
    reply: str = ""
    mark: object | None = None
    badges: "Sequence[Badge]" = ()

    @property
    def mine(self) -> list[WishPicture]:
        return [wish for wish in self.wishes if wish.is_mine]

    @property
    def others(self) -> list[WishPicture]:
        return [wish for wish in self.wishes if not wish.is_mine]

    @property
    def without_card(self) -> str:
        """Who holds none now, of those who are still here."""
        holders = {wish.mate.seat for wish in self.wishes}
        idle = [mate for mate in self.mates if mate.seat not in holders and not mate.has_left]
        return phrases.listed([_("you") if mate.is_me else mate.name for mate in idle])


def present(scene: "Scene") -> GardenersBoard:
    choices = Choices(scene)
    state = choices.state
    mates = mates_of(scene.names, me=scene.seat, below=scene.at, gone=state.gone)
    hand = choices.hand
    tray = draw_tray(choices, mates)
    return GardenersBoard(
        phase=choices.phase,
        is_solo=state.is_solo,
        mates=mates,
        badges=() if state.is_solo else mates,
        acting=mates[state.acting] if not state.how else None,
        turn=turn_words(state),
        pips=_pips(choices),
        left=ACTIONS_A_TURN - _acted(choices),
        glass=_glass(choices),
        garden=draw_garden(choices, mates),
        wishes=draw_wishes(choices, mates),
        tray=tray,
        tray_words=_tray_words(tray),
        beds=draw_beds(choices, mates),
        under=_under(choices),
        under_words=words.tiles_in_words(len(state.unseen_tiles)),
        steps=draw_steps(choices, scene.names),
        palms=_palms(choices, mates),
        palms_are_verdicts=state.unchanged,
        receivers=_receivers(choices, mates),
        take_out=_take_out(choices),
        turner=hand.turner if hand else "",
        acts=_acts(choices),
        confirm=_confirm(choices),
        record=draw_record(state),
        saying=say(choices, mates),
        undo=choices.undo,
        put_back=hand is not None and hand.drafted_at is None,
        is_silent=not state.is_solo and scene.is_running,
        ended=str(words.ENDS[state.how]) if state.how else "",
        below=scene.at,
    )


# -- how far it is ------------------------------------------------------------------------------


def _acted(choices: Choices) -> int:
    """How many actions of this turn are used up, with those that are drafted."""
    if choices.moves:
        return min(ACTIONS_A_TURN, choices.start.acted + choices.actions)
    return choices.state.acted


def _pips(choices: Choices) -> list[str]:
    """The actions of a turn: sent already, drafted, left."""
    if choices.state.is_solo or choices.state.how:
        return []
    sent = choices.start.acted if choices.moves else choices.state.acted
    drafted = min(choices.actions, ACTIONS_A_TURN - sent)
    return ["spent"] * sent + ["drafted"] * drafted + [""] * (ACTIONS_A_TURN - sent - drafted)


def _glass(choices: Choices) -> SafeString | str:
    """What is left of the budget alone, in eighths."""
    state = choices.state
    if not state.is_solo:
        return ""
    eighths = -(-8 * (state.limit - state.actions) // state.limit)
    return symbol(f"glass-{eighths}", "0 0 64 76", "glass")


def _tray_words(tray: Sequence[TilePicture]) -> str:
    left = sum(not one.is_gone and not (one.step and one.is_picked) for one in tray)
    return _("%(n)d to lay") % {"n": left}


def _under(choices: Choices) -> list[Under]:
    """What is still under the piles: known as a set, not in its order."""
    found = []
    for said, codes in groupby(choices.state.unseen_tiles, key=words.tile):
        tiles = list(codes)
        found.append(Under(tile(tiles[0]), phrases.capital(said), len(tiles)))
    return found


# -- what is known of the wishes ----------------------------------------------------------------


def _palms(choices: Choices, mates: Sequence[Mate]) -> list[Palm]:
    """A sign for everybody while every tile lies: of what is public, and of what the lens says."""
    state = choices.state
    if state.missing or state.is_solo or state.how:
        return []
    said = dict(state.verdict) if state.unchanged else {}
    holders = {one.holder for one in state.in_play}
    return [_palm(mate, said, holders, choices) for mate in mates]


def _palm(mate: Mate, said: dict[int, bool], holders: set[int], choices: Choices) -> Palm:
    if mate.seat in said:
        is_ok = said[mate.seat]
        return Palm(mate, "ok" if is_ok else "bad", _("conform") if is_ok else _("not conform"))
    if mate.seat not in holders:
        return Palm(mate, "none", _("no card"))
    asked = choices.looked_through
    if asked is not None and mate.seat == asked.holder:
        if choices.view.conform.get(asked.number):
            return Palm(mate, "mine", _("fulfilled, only you see it"))
        return Palm(mate, "mine-bad", _("not fulfilled yet, only you see it"))
    return Palm(mate, "hidden", _("nobody can tell before the check"))


# -- what may be done ---------------------------------------------------------------------------


def _receivers(choices: Choices, mates: Sequence[Mate]) -> list[Receiver]:
    hand = choices.hand
    if hand is None or choices.state.is_solo:
        return []
    chosen = getattr(hand.drafted, "to", None)
    return [Receiver(mates[to], choice, to == chosen) for to, choice in hand.receivers]


def _take_out(choices: Choices) -> Choice | None:
    """Alone: to take the tile in hand out of the garden."""
    hand = choices.hand
    if hand is None or not choices.state.is_solo or hand.drafted_at is not None:
        return None
    return next((choice for _to, choice in hand.receivers), None)


def _acts(choices: Choices) -> list[Act]:
    """What ends the turn. It looks the same whatever the others hold."""
    return [*_ends(choices), *_checks(choices), *_bankings(choices)]


def _ends(choices: Choices) -> Iterator[Act]:
    if not choices.can_end or (choices.hand and choices.hand.drafted_at is None):
        return
    is_pass = not choices.moves and not choices.start.acted
    label = _("End turn: pass") if is_pass else _("End turn")
    act = _act(choices, END, label, "check")
    yield replace(act, is_primary=bool(choices.moves) and not choices.can_call, asks=is_pass)


def _checks(choices: Choices) -> Iterator[Act]:
    """While nothing is in hand that lies nowhere yet."""
    if choices.can_call and not (choices.hand and choices.hand.drafted_at is None):
        yield replace(_act(choices, DONE, _("Done: check it"), "seal"), is_primary=True)


def _bankings(choices: Choices) -> Iterator[Act]:
    if BANK not in choices.legal:
        return
    label = _("Bank %(n)d") % {"n": len(choices.state.in_play)}
    yield _act(choices, BANK, label, "bank")
    yield replace(_act(choices, NEXT, _("One more card"), "cards"), is_primary=True)


def _act(choices: Choices, move: Deed, label: str, icon: str) -> Act:
    text = " ".join([*choices.drafted, move.notation])
    return Act(move.notation, label, text, choices.then(move.notation), icon)


def _confirm(choices: Choices) -> str:
    """What the button says that sends a complete draft."""
    if choices.phase != "ready":
        return ""
    last = choices.moves[-1]
    match last:
        case Done():
            return _("Done: check it")
        case Drop():
            return _("Discard it")
        case End():
            return _("End turn")
        case Bank() | Next():
            return _("Confirm")
        case Give() if choices.state.is_solo:
            return _("Take it out")
    if choices.is_cut and not choices.state.is_solo:
        return _("Lay it: next tile")
    return _("Lay it") if choices.state.is_solo else _("End turn")
