"""What somebody may see of a game of Botanicus (rules 13)."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from engine.games.botanicus.components import CARDS
from engine.games.botanicus.facts import BotanicusFact
from engine.games.botanicus.moves import BotanicusMove, Deed
from engine.games.botanicus.position import Cards
from engine.outcome import Score, Seat
from engine.state import Nature

if TYPE_CHECKING:
    from engine.games.botanicus.rules import BotanicusState


class Preview(NamedTuple):
    """What a move of the viewer would cause, to be shown before it is made."""

    facts: tuple[BotanicusFact, ...]
    after: "BotanicusView"


@dataclass(frozen=True, slots=True)
class BotanicusView:
    """A position for one viewer."""

    viewer: Seat | None
    position: "BotanicusState"
    """As the viewer knows it: all unseen cards lie in canonical order in the other hands, then in
    the pile. So all that is public is right, and of other hands nothing but their sizes.
    """

    @property
    def to_move(self) -> frozenset[Seat] | Nature:
        return self.position.to_move

    @property
    def legal_moves(self) -> Sequence[Deed]:
        """What the viewer may do now: nothing without the word."""
        return () if self.viewer is None else self.position.legal_moves(self.viewer)

    @property
    def hand(self) -> tuple[str, ...]:
        """The viewer's own cards, in canonical order."""
        return () if self.viewer is None else codes(self.position.gardens[self.viewer].hand)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(sum(garden.hand) for garden in self.position.gardens)

    @property
    def pile_size(self) -> int:
        return sum(self.position.pile)

    @property
    def unseen(self) -> Cards:
        """The cards of the pile and of the other hands together, by kind."""
        return unseen_by(self.position, self.viewer)

    def sample(self, rng: Random) -> "BotanicusState":
        """Deal what is unseen anew."""
        cards = list(codes(self.unseen))
        rng.shuffle(cards)
        return dealt_anew(self.position, self.viewer, cards)

    def preview(self, move: BotanicusMove) -> Preview:
        """Show what a legal move of the viewer would cause."""
        if self.viewer is None:
            raise TypeError("a spectator has no moves to preview")
        facts = self.position.facts(self.viewer, move, self.viewer)
        after = self.position.after(self.viewer, move)
        return Preview(facts, after.view_for(self.viewer))

    def scores(self) -> tuple[Score, ...]:
        """What each garden would score now."""
        return self.position.scores()


def view_for(position: "BotanicusState", viewer: Seat | None) -> BotanicusView:
    """Make the view of a seat: what it cannot see is dealt in canonical order."""
    cards = codes(unseen_by(position, viewer))
    return BotanicusView(viewer, dealt_anew(position, viewer, cards))


def unseen_by(position: "BotanicusState", viewer: Seat | None) -> Cards:
    """The cards of the pile and of all hands but the viewer's, by kind."""
    hands = [garden.hand for seat, garden in enumerate(position.gardens) if seat != viewer]
    return tuple(map(sum, zip(position.pile, *hands, strict=True)))


def dealt_anew(
    position: "BotanicusState", viewer: Seat | None, cards: Sequence[str]
) -> "BotanicusState":
    """Deal unseen cards, from the front to the other hands by seat; the rest is the pile."""
    gardens, at = list(position.gardens), 0
    for seat, garden in enumerate(gardens):
        size = 0 if seat == viewer else sum(garden.hand)
        if size:
            gardens[seat] = garden._replace(hand=counts(cards[at : at + size]))
            at += size
    return position._replace(gardens=tuple(gardens), pile=counts(cards[at:]))


def counts(cards: Sequence[str]) -> Cards:
    """Count cards by kind."""
    return tuple(cards.count(card) for card in CARDS)


def codes(cards: Cards) -> tuple[str, ...]:
    """Name counted cards, in canonical order."""
    return tuple(card for card, n in zip(CARDS, cards, strict=True) for _ in range(n))
