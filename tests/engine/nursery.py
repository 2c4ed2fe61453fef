"""The nursery, a tiny game for tests alone: 1 to 4 seats by turns, hidden hands, a reshuffle.

Twelve cards of the values 1 to 4. Everybody is dealt two, unseen by the others. A turn is to
plant a card, which scores. Before that, cards may be watered: they score nothing, and another is
drawn for each, within the turn. Who has planted the last card draws two at the end of the turn.
What is used is open, and is shuffled when there is nothing to draw. The order turns round in each
round: who was last is first, and has two turns in a row.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, NamedTuple

from engine.decks import Source
from engine.errors import (
    NOT_A_MOVE,
    OPTION_UNKNOWN,
    OPTION_UNSUPPORTED,
    POSITION_UNREADABLE,
    SEATS_UNSUPPORTED,
    NotationError,
    PositionError,
    SetupError,
    quoted,
)
from engine.outcome import Outcome, Score, Seat, placings
from engine.registry import Option, Ruleset
from engine.state import CHANCE, NOBODY, GameState, Nature

DECK = tuple("111122233344")
HAND = 2


class Use(NamedTuple):
    """Plant a card, or water it."""

    card: str
    waters: bool = False

    @property
    def kind(self):
        return "water" if self.waters else "plant"

    @property
    def notation(self):
        return self.card + "~" * self.waters


class Draw(NamedTuple):
    """A private reveal: only the seat that draws sees the card."""

    card: str
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self):
        return f">{self.card}"


class Shuffle(NamedTuple):
    """What was used is shuffled: a reveal that shows nothing."""

    kind: Literal["reveal"] = "reveal"
    notation: str = ">~"


@dataclass(frozen=True, slots=True)
class Happened:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class NurseryView:
    viewer: Seat | None
    to_move: frozenset[Seat] | Nature
    public: "Nursery"
    """The position without hands and pile."""
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    unseen: tuple[str, ...]
    legal_moves: tuple[Use, ...]

    def sample(self, rng: Random) -> "Nursery":
        cards = list(self.unseen)
        rng.shuffle(cards)
        hands = []
        for seat, size in enumerate(self.sizes):
            mine = seat == self.viewer
            hands.append(self.hand if mine else tuple(sorted(cards[:size])))
            cards = cards if mine else cards[size:]
        return replace(self.public, hands=tuple(hands), pile=tuple(sorted(cards)))


@dataclass(frozen=True, slots=True)
class Nursery(GameState[Use | Draw | Shuffle, NurseryView]):
    rounds: int
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    """What is not drawn, sorted: it has no order."""
    points: tuple[int, ...]
    used: tuple[str, ...] = ()
    shuffled: tuple[str, ...] = DECK
    """The pile as it was shuffled last, sorted."""
    shuffles: int = 0
    turns: int = 0
    due: int = 0
    """How many cards have to be drawn within the turn."""
    ends: bool = False
    """Whether the turn is over with the last of them."""
    is_dealt: bool = False
    left: tuple[Seat, ...] = ()

    @classmethod
    def initial(cls, seats, options):
        if seats not in range(1, 5):
            raise SetupError(SEATS_UNSUPPORTED, game="Nursery", seats=seats)
        for option in set(options) - {"rounds"}:
            raise SetupError(OPTION_UNKNOWN, game="Nursery", option=option)
        rounds = options.get("rounds", 2)
        if rounds not in (2, 9):
            raise SetupError(OPTION_UNSUPPORTED, game="Nursery", option="rounds", value=rounds)
        return cls(rounds, ((),) * seats, DECK, (0,) * seats)

    @property
    def seats(self):
        return len(self.hands)

    @property
    def turn(self):
        return self.turns

    @property
    def turn_of(self):
        if not self.is_dealt or self.is_over:
            return None
        number, place = divmod(self.turns, self.seats)
        return self.seats - 1 - place if number % 2 else place

    @property
    def is_over(self):
        staying = self.seats - len(self.left)
        return self.turns == self.rounds * self.seats or staying < min(2, self.seats)

    @property
    def to_move(self):
        if self.is_over:
            return NOBODY
        return CHANCE if self.due or not self.is_dealt else frozenset({self.turn_of})

    def _draws_next(self):
        if self.is_dealt:
            return self.turn_of
        return next(seat for seat, hand in enumerate(self.hands) if len(hand) < HAND)

    def legal_moves(self, seat):
        if self.to_move is CHANCE or seat not in self.to_move:
            return []
        cards = dict.fromkeys(self.hands[seat])
        return [Use(card, waters) for waters in (False, True) for card in cards]

    def can_draw(self, reveal):
        if self.to_move is not CHANCE:
            return False
        if not self.pile:
            return isinstance(reveal, Shuffle)
        return isinstance(reveal, Draw) and reveal.card in self.pile

    def deal(self, decks):
        if not self.pile:
            return Shuffle()
        order = decks.again(self.shuffles, self.shuffled) if self.shuffles else decks[0]
        return Draw(order[len(self.shuffled) - len(self.pile)])

    def sources(self):
        if not self.pile:
            return []
        return [Source(0, self.shuffles, len(self.shuffled) - len(self.pile))]

    def put_back(self):
        return () if self.pile else self.used

    def imagine(self, rng):
        return Draw(rng.choice(self.pile)) if self.pile else Shuffle()

    def mover(self, move):
        return GameState.mover(self, move) if isinstance(move, Use) else CHANCE

    def after(self, actor, move):
        if isinstance(move, Shuffle):
            again = replace(self, pile=self.used, shuffled=self.used, used=())
            return replace(again, shuffles=self.shuffles + 1)
        return self._drawn(move.card) if isinstance(move, Draw) else self._used(actor, move)

    def _drawn(self, card):
        seat = self._draws_next()
        hand = tuple(sorted((*self.hands[seat], card)))
        drawn = replace(self, hands=_with(self.hands, seat, hand), pile=_without(self.pile, card))
        if not self.is_dealt:
            return replace(drawn, is_dealt=all(len(hand) == HAND for hand in drawn.hands))
        return drawn._drawing(self.due - 1, ends=self.ends)

    def _used(self, seat, move):
        hand = _without(self.hands[seat], move.card)
        gained = 0 if move.waters else int(move.card)
        used = replace(
            self,
            hands=_with(self.hands, seat, hand),
            points=_with(self.points, seat, self.points[seat] + gained),
            used=tuple(sorted((*self.used, move.card))),
        )
        return used._drawing(1 if move.waters else 0 if hand else HAND, ends=not move.waters)

    def _drawing(self, due, *, ends):
        """Go on with the turn when nothing is due, or with the next one if it ends then."""
        if due:
            return replace(self, due=due, ends=ends)
        return replace(self, due=0, ends=False, turns=self.turns + ends)

    def parse(self, text):
        text = text.strip(" ")
        if match := re.fullmatch(r"([1-4])(~?)", text):
            return Use(match[1], bool(match[2]))
        if match := re.fullmatch(r">([1-4])", text):
            return Draw(match[1])
        if text == ">~":
            return Shuffle()
        raise NotationError(NOT_A_MOVE, text=quoted(text))

    def score(self, seat):
        return Score(self.points[seat], {"points": self.points[seat]})

    def outcome(self):
        if not self.is_over:
            return None
        keys = [
            (0, self.left.index(seat)) if seat in self.left else (1, self.points[seat])
            for seat in range(self.seats)
        ]
        reason = "played" if self.turns == self.rounds * self.seats else "left"
        return Outcome(placings(keys), self.scores(), reason)

    @property
    def gone(self):
        return self.left

    def leave(self, seat):
        self.check_leaving(seat)
        return replace(self, left=(*self.left, seat))

    def shown(self, actor, move, viewer):
        if isinstance(move, Draw) and self._draws_next() != viewer:
            return ">?"
        return move.notation

    def facts(self, actor, move, viewer):
        return (Happened(move.kind, self.shown(actor, move, viewer)),)

    def view_for(self, seat):
        others = [hand for other, hand in enumerate(self.hands) if other != seat]
        return NurseryView(
            viewer=seat,
            to_move=self.to_move,
            public=replace(self, hands=((),) * self.seats, pile=()),
            hand=() if seat is None else self.hands[seat],
            sizes=tuple(map(len, self.hands)),
            unseen=tuple(sorted([*self.pile, *(card for hand in others for card in hand)])),
            legal_moves=() if seat is None else tuple(self.legal_moves(seat)),
        )

    def draw(self):
        return repr(self)

    def encode(self) -> dict[str, Any]:
        return {"format": 1, **{name: _data(getattr(self, name)) for name in Nursery.__slots__}}

    @classmethod
    def decode(cls, data: Mapping[str, Any]):
        if data.get("format") != 1:
            raise PositionError(POSITION_UNREADABLE, game="Nursery")
        return cls(**{name: _value(data[name]) for name in Nursery.__slots__})


class SharedNursery(Nursery):
    """The same for a team: one score, and words for how good it is."""

    __slots__ = ()
    cooperative = True

    def score(self, seat):
        return Score(sum(self.points), {"points": sum(self.points)})

    def outcome(self):
        ranked = super().outcome()
        grade = "green" if sum(self.points) > 3 * self.turns else "bare"
        return ranked and replace(ranked, placings=(1,) * self.seats, grade=grade)


def _data(value):
    return list(map(_data, value)) if isinstance(value, tuple) else value


def _value(data):
    return tuple(map(_value, data)) if isinstance(data, list) else data


def _with(values, seat, value):
    return (*values[:seat], value, *values[seat + 1 :])


def _without(cards, card):
    return tuple(sorted((Counter(cards) - Counter([card])).elements()))


NURSERY = Ruleset(
    slug="nursery",
    version=1,
    name="Nursery",
    seats=(2, 3, 4),
    lists=lambda seats, options: (DECK,),
    state=Nursery,
    options=(Option("rounds", (2, 9), 2),),
)
SHARED_NURSERY = Ruleset(
    slug="shared-nursery",
    version=1,
    name="Shared nursery",
    seats=(1, 2, 3, 4),
    lists=lambda seats, options: (DECK,),
    state=SharedNursery,
    options=(Option("rounds", (2, 9), 2),),
)
