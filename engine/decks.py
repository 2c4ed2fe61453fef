"""What chance draws from: the draw orders of a game, and those of what is shuffled again."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Order: TypeAlias = Sequence[str]


@dataclass(frozen=True, slots=True)
class Decks:
    """One draw order for each list of the ruleset: `decks[0]` is the first.

    `again(1, cards)` is the order in which the first reshuffle of the game lays what is put back,
    given in canonical order; the same number and cards give the same. So a position needs to know
    how many reshuffles there were and what the last one shuffled, and no order.
    """

    orders: Sequence[Order]
    again: Callable[[int, Order], Order]

    def __getitem__(self, number: int) -> Order:
        return self.orders[number]

    def __iter__(self) -> Iterator[Order]:
        return iter(self.orders)


class Source(NamedTuple):
    """Where something that is revealed comes from: the place in a draw order."""

    deck: int
    """The number of the list; of what is shuffled again, the list that it goes back to."""
    shuffle: int
    """0 for the order at the beginning, n for that of the n-th reshuffle."""
    at: int
