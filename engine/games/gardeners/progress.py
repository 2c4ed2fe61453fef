"""A position while a move is carried out: what follows from it, told as it happens.

Changes and facts have one source: each method changes the position and, where somebody listens,
says so. `rules` says what is allowed, this what it does.
"""

from collections.abc import Iterable
from typing import Any, Final

from engine.games.gardeners import evidence, facts
from engine.games.gardeners.components import (
    ACTIONS_A_TURN,
    CARDS_IN_PLAY,
    SOLO_BANKINGS,
    SOLO_CARDS,
)
from engine.games.gardeners.facts import GardenersFact
from engine.games.gardeners.moves import (
    Add,
    Bank,
    Done,
    Draw,
    Drop,
    End,
    Give,
    Next,
    Turned,
    Verdict,
)
from engine.games.gardeners.plot import Garden, Laid
from engine.games.gardeners.position import Due, Pile, Position, Refuted, Verdicts, Wish
from engine.games.gardeners.predicates import holds
from engine.games.gardeners.scoring import grade, score
from engine.outcome import Seat
from engine.state import CHANCE, NOBODY, Left, Nature

_HAS_THE_WORD: Final = tuple(frozenset({seat}) for seat in range(4))
ANYBODY: Final = -1
"""Sees what everybody may see: a spectator."""


class Progress:
    """A position that can be changed."""

    __slots__ = (*Position._fields, "before", "log", "viewer")
    mode: str
    limit: int
    piles: tuple[Pile, ...]
    loose: tuple[tuple[str, ...], ...]
    garden: Garden
    in_play: tuple[Wish, ...]
    validated: tuple[Wish, ...]
    discarded: tuple[Wish, ...]
    received: Seat
    due: Due | None
    closing: bool
    acting: Seat
    acted: int
    turn: int
    actions: int
    checks: int
    gardens: int
    verdict: Verdicts
    unchanged: bool
    choosing: bool
    banked: int
    secured: tuple[int, ...]
    gone: tuple[Seat, ...]
    how: str
    whole: Garden
    latest: str
    refuted: Refuted

    def __init__(
        self,
        position: Position,
        log: list[GardenersFact] | None = None,
        viewer: Seat | None = None,
    ) -> None:
        (
            _, self.mode, self.limit, self.piles, self.loose, self.garden, self.in_play,
            self.validated, self.discarded, self.received, self.due, self.closing, self.acting,
            self.acted, self.turn, self.actions, self.checks, self.gardens, self.verdict,
            self.unchanged, self.choosing, self.banked, self.secured, self.gone, self.how,
            self.whole, self.latest, self.refuted,
        ) = position  # fmt: skip
        self.before = position
        self.log, self.viewer = log, ANYBODY if viewer is None else viewer

    def fields(self) -> tuple[Any, ...]:
        """The position as it is now, as the values of its fields."""
        return (
            self._to_move(), self.mode, self.limit, self.piles, self.loose, self.garden,
            self.in_play, self.validated, self.discarded, self.received, self.due, self.closing,
            self.acting, self.acted, self.turn, self.actions, self.checks, self.gardens,
            self.verdict, self.unchanged, self.choosing, self.banked, self.secured, self.gone,
            self.how, self.whole, self.latest, self.refuted,
        )  # fmt: skip

    def _to_move(self) -> frozenset[Seat] | Nature:
        if self.how:
            return NOBODY
        return CHANCE if self.due else _HAS_THE_WORD[self.acting]

    def now(self) -> Position:
        return Position(*self.fields())

    def tell(self, fact: GardenersFact) -> None:
        if self.log is not None:
            self.log.append(fact)

    # -- actions (rules 5 and 6) -----------------------------------------------------------

    def add(self, move: Add) -> None:
        """Lay a tile; a top is replaced, which is revealed (rule 5.1)."""
        laid, seat = Laid(move.x, move.y, move.tile, move.turn), self.acting
        start = self.before.plot.places.get(move.tile)
        if start is not None:
            self._lift(move.tile)
            self.tell(facts.Moved(seat, move.tile, start, laid.cell, move.turn))
            due = None
        else:
            due = self._take(move.tile)
            self.tell(facts.Added(seat, move.tile, laid.cell, move.turn))
        self.garden = tuple(sorted((*self.garden, laid)))
        self.latest = move.tile
        if start is None and not self.now().missing:
            self.tell(facts.Complete())
            self.whole = self.garden
        self._act(due)

    def give(self, move: Give) -> None:
        start = self.before.plot.places[move.tile]
        self._lift(move.tile)
        self._get(move.to, (move.tile,))
        self.latest = ""
        self.tell(facts.Given(self.acting, move.tile, start, move.to))
        self._act(None)

    def _lift(self, tile: str) -> None:
        self.garden = tuple(laid for laid in self.garden if laid.tile != tile)

    def _take(self, tile: str) -> Due | None:
        """Take a tile out of the reserve; say what has to be turned in its place."""
        seat, own = self.acting, self.loose[self.acting]
        if tile in own:
            self._hold(seat, (other for other in own if other != tile))
            return None
        at = next(at for at, pile in enumerate(self.piles) if pile.top == tile)
        self._pile(at, top="")
        return Due("top", at) if self.piles[at].under else None

    def _get(self, seat: Seat, tiles: Iterable[str]) -> None:
        self._hold(seat, (*self.loose[seat], *tiles))

    def _hold(self, seat: Seat, tiles: Iterable[str]) -> None:
        self.loose = (*self.loose[:seat], tuple(sorted(tiles)), *self.loose[seat + 1 :])

    def _pile(self, at: int, **changes: Any) -> None:
        self.piles = (*self.piles[:at], self.piles[at]._replace(**changes), *self.piles[at + 1 :])

    def _act(self, due: Due | None) -> None:
        """Count an action; the last one of the game is followed by no reveal (rule 13.1)."""
        self.acted += 1
        self.actions += 1
        self.unchanged = False
        if self.before.rules.limit == "actions" and self.actions == self.limit:
            self.turn += 1
            self._end("actions")
        else:
            self._go_on(due, closing=self.acted == ACTIONS_A_TURN or self.before.is_solo)

    # -- turns (rule 7.1) ------------------------------------------------------------------

    def _go_on(self, due: Due | None, *, closing: bool) -> None:
        """Reveal what is due; then the turn is over if it closes."""
        if due and not (closing and self._is_last_turn()):
            self.due, self.closing = due, closing
        elif closing:
            self._turn_over()

    def _is_last_turn(self) -> bool:
        return self.before.rules.limit == "turns" and self.turn + 1 == self.limit

    def _revealed(self) -> None:
        """Nothing is due any more: close the turn if that was all."""
        self.due = None
        if self.closing:
            self._turn_over()

    def _turn_over(self) -> None:
        is_last = self._is_last_turn()
        self._count_turn()
        if is_last:
            self._end("turns")

    def _count_turn(self) -> None:
        """Count a turn. It goes on with the next seat, alone with the same."""
        self.turn += 1
        if not self.before.is_solo:
            self.tell(facts.TurnOver(self.acting, self.acted, self.turn))
        self.closing, self.acted = False, 0
        self.acting = self.now().next_of(self.acting)

    def end(self, move: End) -> None:
        self._turn_over()

    def call(self, move: Done) -> None:
        """Call for the check, which is revealed also in the last turn."""
        self.due, self.closing = Due("verdict"), True
        self.tell(facts.Called(self.acting))

    # -- cards (rules 7.2 to 7.6) ----------------------------------------------------------

    def drop(self, move: Drop) -> None:
        wish = next(wish for wish in self.in_play if wish.number == move.number)
        self.in_play = tuple(other for other in self.in_play if other is not wish)
        self.secured = tuple(number for number in self.secured if number != wish.number)
        self.discarded = (*self.discarded, wish)
        self.unchanged = False
        seat, front = self.acting, self._front(wish)
        self.tell(facts.Discarded(seat, wish.number, wish.holder, wish.family, front))
        self._go_on(Due("cards", seat=seat, cards=1), closing=self.before.is_solo)

    def bank(self, move: Bank) -> None:
        self._validate(self.in_play)
        self.banked += 1
        self.tell(facts.Banked(self.acting, self.banked))
        self.choosing, self.secured = False, ()
        self._draw_due(SOLO_CARDS)

    def draw_next(self, move: Next) -> None:
        self.choosing = False
        self._draw_due(1)

    def _draw_due(self, count: int) -> None:
        """Let the seat that is to receive draw so many cards, or as many as there are."""
        now = self.now()
        seat = now.next_of(self.received)
        self._go_on(Due("cards", seat=seat, cards=min(count, now.cards_left)), closing=True)

    def draw(self, move: Draw) -> None:
        assert self.due is not None
        for card in move.cards:
            self._receive(card, self.due.seat)
        self._revealed()

    def _receive(self, card: str, seat: Seat) -> None:
        """Take a card; it opens the others or lets the oldest age (rule 7.3)."""
        now = self.now()
        wish = Wish(now.drawn + 1, card, seat, is_open=now.rules.hidden == "none")
        self.tell(facts.Drew(seat, wish.number, wish.family, self._front(wish)))
        if now.rules.hidden == "newest":
            self._open(self.in_play)
        self.in_play, self.received = (*self.in_play, wish), seat
        if not now.is_solo and len(self.in_play) > CARDS_IN_PLAY:
            self._validate(self.in_play[:1])

    def _open(self, wishes: Iterable[Wish]) -> None:
        """Open those of the cards that are hidden."""
        hidden = [wish for wish in wishes if not wish.is_open]
        for wish in hidden:
            self.tell(facts.Opened(wish.number, wish.holder, wish.card))
        self.in_play = tuple(
            wish._replace(is_open=True) if wish in hidden else wish for wish in self.in_play
        )

    def _validate(self, wishes: Iterable[Wish]) -> None:
        done = tuple(wish._replace(is_open=True) for wish in wishes)
        for wish in done:
            self.tell(facts.Validated(wish.number, wish.holder, wish.card))
        numbers = [wish.number for wish in done]
        self.in_play = tuple(wish for wish in self.in_play if wish.number not in numbers)
        self.validated = (*self.validated, *done)

    def _front(self, wish: Wish) -> str | None:
        """The front of a card, if the viewer may see it (rule 10.2)."""
        return wish.card if wish.is_read_by(self.viewer) and not wish.is_covered else None

    # -- checks (rule 7.5) -----------------------------------------------------------------

    def check(self, move: Verdict) -> None:
        self.checks += 1
        self.verdict = move.seats
        conform = all(is_conform for _, is_conform in move.seats)
        self.unchanged, self.due = not conform, None
        if not self.before.is_solo:
            self.refuted = evidence.refuted(self.before, move.seats)
        self._tell_check(conform=conform)
        if not conform:
            self._turn_over()
        elif not self.now().cards_left:
            self.gardens += 1
            self._count_turn()
            self._end("cards")
        else:
            self.gardens += 1
            self._finished()

    def _tell_check(self, *, conform: bool) -> None:
        if self.log is None:
            return
        plot, shown = self.before.plot, [w for w in self.in_play if self._front(w)]
        cards = tuple((wish.number, holds(wish.card, plot)) for wish in shown)
        self.tell(facts.Checked(conform, self.verdict, cards))

    def _finished(self) -> None:
        """After a conform check the next card is drawn; alone one may first bank (rule 7.6)."""
        self.secured = tuple(w.number for w in self.in_play) if self.before.is_solo else ()
        if self.before.is_solo and self.banked < SOLO_BANKINGS:
            self.choosing = True
            self._turn_over()
        else:
            now = self.now()
            self.due = Due("cards", seat=now.next_of(self.received), cards=1)

    # -- tiles that chance turns -----------------------------------------------------------

    def turn_tiles(self, move: Turned) -> None:
        due = self.due
        assert due is not None
        if due.kind == "tops":
            for at, tile in enumerate(move.tiles):
                self._top(at, tile)
            self.due = Due("cards", seat=0, cards=SOLO_CARDS if self.before.is_solo else 1)
            return
        if due.kind == "top":
            self._top(due.pile, move.tiles[0])
        else:
            self._pile(due.pile, seen=self.piles[due.pile].size)
            self._inherit(due.seat, move.tiles)
        self._revealed()

    def _top(self, at: int, tile: str) -> None:
        pile = self.piles[at]
        self._pile(at, top=tile, seen=pile.seen + 1)
        self.tell(facts.Topped(at, pile.seat, tile))

    # -- leaving (rule 7.7) ----------------------------------------------------------------

    def leave(self, seat: Seat) -> None:
        """Let a seat go. Its cards are opened, its tiles go to the seat on its left."""
        self.gone = (*self.gone, seat)
        self.tell(Left(seat))
        if len(self.gone) >= self.before.seats - 1:
            self._end("left")
            return
        self._open(wish for wish in self.in_play if wish.holder == seat)
        heir = self.now().next_of(seat)
        self._inherit(heir, self.now().reserve(seat))
        self._hold(seat, ())
        self._pile(seat, top="")
        if seat == self.acting:
            self._turn_over()
        if self.piles[seat].under and not self.how:
            self.due = Due("rest", seat, heir)

    def _inherit(self, seat: Seat, tiles: tuple[str, ...]) -> None:
        if tiles:
            self._get(seat, tiles)
            self.tell(facts.Inherited(seat, tiles))

    # -- the end (rules 7.6 and 13.1) ------------------------------------------------------

    def _end(self, how: str) -> None:
        if self.before.is_solo:
            self._bank_at_last()
        self.how, self.due, self.closing = how, None, False
        now = self.now()
        self.tell(facts.Ended(how, score(now).total, grade(now)))

    def _bank_at_last(self) -> None:
        """Bank all cards of a conform garden, otherwise those of the last conform check."""
        now = self.now()
        is_conform = not now.missing and all(holds(w.card, now.plot) for w in self.in_play)
        self._validate(w for w in self.in_play if is_conform or w.number in self.secured)
