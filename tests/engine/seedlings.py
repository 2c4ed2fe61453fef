"""Seedlings, a tiny game for tests alone: 3 seats, hidden hands, everybody acts at once.

Twelve cards of the values 1 to 4. Everybody holds two, drawn unseen by the others. In each
of three rounds all plant one card, whoever comes first having the choice of three beds: bed
a doubles the card, and a bed takes one card a round. Then everybody draws again.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal, NamedTuple

from engine.decks import Source
from engine.errors import NOT_A_MOVE, POSITION_UNREADABLE, NotationError, PositionError, quoted
from engine.outcome import Outcome, Score, Seat, placings
from engine.registry import Ruleset
from engine.state import CHANCE, NOBODY, GameState, Nature

DECK = tuple("111122233344")
SEATS = range(3)
BEDS = "abc"
ROUNDS = 3
HAND = 2


class Plant(NamedTuple):
    """The seat is part of the text, because several may act at once."""

    seat: Seat
    card: str
    bed: str
    kind: Literal["plant"] = "plant"

    @property
    def notation(self):
        return f"{self.seat}:{self.card}{self.bed}"


class Draw(NamedTuple):
    """A private reveal: only the seat that draws sees the card."""

    seat: Seat
    card: str
    kind: Literal["reveal"] = "reveal"

    @property
    def notation(self):
        return f">{self.seat}:{self.card}"


@dataclass(frozen=True, slots=True)
class Happened:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class SeedlingsView:
    viewer: Seat | None
    to_move: frozenset[Seat] | Nature
    public: "Seedlings"
    """The position without hands and pile."""
    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    unseen: tuple[str, ...]
    legal_moves: tuple[Plant, ...]

    def sample(self, rng: Random) -> "Seedlings":
        cards = list(self.unseen)
        rng.shuffle(cards)
        hands = []
        for seat in SEATS:
            if seat == self.viewer:
                hands.append(self.hand)
            else:
                hands.append(tuple(sorted(cards[: self.sizes[seat]])))
                del cards[: self.sizes[seat]]
        return replace(self.public, hands=tuple(hands), pile=tuple(sorted(cards)))


@dataclass(frozen=True, slots=True)
class Seedlings(GameState[Plant | Draw, SeedlingsView]):
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    """What is not drawn, sorted: it has no order."""
    beds: tuple[Plant, ...]
    points: tuple[int, ...]
    round: int
    left: tuple[Seat, ...]

    @classmethod
    def initial(cls, seats, options):
        return cls(((), (), ()), DECK, (), (0, 0, 0), 1, ())

    @property
    def seats(self):
        return 3

    @property
    def to_move(self):
        if self.round > ROUNDS or len(self.left) > 1:
            return NOBODY
        if self._draws_next() is not None:
            return CHANCE
        return frozenset(SEATS) - {plant.seat for plant in self.beds}

    @property
    def turn(self):
        """Everybody acts at once: each card that was planted is a turn."""
        return (self.round - 1) * len(SEATS) + len(self.beds)

    def _draws_next(self):
        if self.beds or not self.pile:
            return None
        return next((seat for seat in SEATS if len(self.hands[seat]) < HAND), None)

    def legal_moves(self, seat):
        if self.to_move is CHANCE or seat not in self.to_move:
            return []
        taken = {plant.bed for plant in self.beds}
        cards = dict.fromkeys(self.hands[seat])
        return [Plant(seat, card, bed) for card in cards for bed in BEDS if bed not in taken]

    def can_draw(self, reveal):
        return (
            self.to_move is CHANCE
            and isinstance(reveal, Draw)
            and reveal.seat == self._draws_next()
            and reveal.card in self.pile
        )

    def deal(self, decks):
        return Draw(self._draws_next(), decks[0][len(DECK) - len(self.pile)])

    def sources(self):
        return [Source(0, 0, len(DECK) - len(self.pile))]

    def imagine(self, rng):
        return Draw(self._draws_next(), rng.choice(self.pile))

    def mover(self, move):
        return CHANCE if isinstance(move, Draw) else move.seat

    def after(self, actor, move):
        if isinstance(move, Draw):
            hand = tuple(sorted((*self.hands[move.seat], move.card)))
            pile = _without(self.pile, move.card)
            return replace(self, hands=_with(self.hands, move.seat, hand), pile=pile)
        hand = _without(self.hands[move.seat], move.card)
        points = self.points[move.seat] + int(move.card) * (2 if move.bed == "a" else 1)
        grown = replace(
            self,
            hands=_with(self.hands, move.seat, hand),
            points=_with(self.points, move.seat, points),
            beds=(*self.beds, move),
        )
        return grown if len(grown.beds) < 3 else replace(grown, beds=(), round=self.round + 1)

    def parse(self, text):
        if match := re.fullmatch(r"([0-2]):([1-4])([abc])", text.strip(" ").lower()):
            return Plant(int(match[1]), match[2], match[3])
        if match := re.fullmatch(r">([0-2]):([1-4])", text.strip(" ")):
            return Draw(int(match[1]), match[2])
        raise NotationError(NOT_A_MOVE, text=quoted(text))

    def score(self, seat):
        return Score(self.points[seat], {"points": self.points[seat]})

    def outcome(self):
        if not self.is_over:
            return None
        keys = [
            (0, self.left.index(seat)) if seat in self.left else (1, self.points[seat])
            for seat in SEATS
        ]
        reason = "played" if self.round > ROUNDS else "left"
        return Outcome(placings([(k[0], k[1]) for k in keys]), self.scores(), reason)

    @property
    def gone(self):
        return self.left

    def leave(self, seat):
        self.check_leaving(seat)
        return replace(self, left=(*self.left, seat))

    def shown(self, actor, move, viewer):
        if isinstance(move, Draw) and move.seat != viewer:
            return f">{move.seat}:?"
        return move.notation

    def facts(self, actor, move, viewer):
        return (Happened(move.kind, self.shown(actor, move, viewer)),)

    def view_for(self, seat):
        hand = () if seat is None else self.hands[seat]
        others = [card for other in SEATS if other != seat for card in self.hands[other]]
        return SeedlingsView(
            viewer=seat,
            to_move=self.to_move,
            public=replace(self, hands=((), (), ()), pile=()),
            hand=hand,
            sizes=tuple(len(hand) for hand in self.hands),
            unseen=tuple(sorted([*self.pile, *others])),
            legal_moves=() if seat is None else tuple(self.legal_moves(seat)),
        )

    def draw(self):
        return repr(self)

    def encode(self) -> dict[str, Any]:
        return {
            "format": 1,
            "hands": [list(hand) for hand in self.hands],
            "pile": list(self.pile),
            "beds": [plant.notation for plant in self.beds],
            "points": list(self.points),
            "round": self.round,
            "left": list(self.left),
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]):
        if data.get("format") != 1:
            raise PositionError(POSITION_UNREADABLE, game="Seedlings")
        empty = cls.initial(3, {})
        return cls(
            tuple(tuple(hand) for hand in data["hands"]),
            tuple(data["pile"]),
            tuple(empty.parse(text) for text in data["beds"]),
            tuple(data["points"]),
            data["round"],
            tuple(data["left"]),
        )


def _with(values, seat, value):
    return (*values[:seat], value, *values[seat + 1 :])


def _without(cards, card):
    return tuple(sorted((Counter(cards) - Counter([card])).elements()))


SEEDLINGS = Ruleset(
    slug="seedlings",
    version=1,
    name="Seedlings",
    seats=(3,),
    lists=lambda seats, options: (DECK,),
    state=Seedlings,
)
