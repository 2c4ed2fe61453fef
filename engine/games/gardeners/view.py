"""What somebody may see of a game of Gardeners (rules 10)."""

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from engine.games.gardeners.components import CARDS
from engine.games.gardeners.counsel import counsel
from engine.games.gardeners.evidence import unseen_cards
from engine.games.gardeners.facts import GardenersFact
from engine.games.gardeners.moves import Deed, Draw
from engine.games.gardeners.position import COVER, Wish
from engine.games.gardeners.predicates import holds
from engine.outcome import Score, Seat
from engine.state import Nature

if TYPE_CHECKING:
    from engine.games.gardeners.rules import GardenersState


class Preview(NamedTuple):
    """What a move of the viewer would cause, to be shown before it is made."""

    facts: tuple[GardenersFact, ...]
    after: "GardenersView"


@dataclass(frozen=True, slots=True)
class GardenersView:
    """A position for one viewer."""

    viewer: Seat | None
    position: "GardenersState"
    """As the viewer knows it: instead of a front that it may not see, a card is `?family`."""

    @property
    def to_move(self) -> frozenset[Seat] | Nature:
        return self.position.to_move

    @property
    def legal_moves(self) -> list[Deed]:
        """What the viewer may do now: nothing without the word."""
        return [] if self.viewer is None else self.position.legal_moves(self.viewer)

    @property
    def unseen_cards(self) -> tuple[str, ...]:
        """The fronts that the viewer has not seen, in canonical order (rule 10.2)."""
        return unseen_cards(self.position)

    @property
    def unseen_tiles(self) -> tuple[str, ...]:
        """The tiles that are still under the piles, in canonical order."""
        return self.position.unseen_tiles

    @property
    def conform(self) -> dict[int, bool]:
        """If the garden is complete: by number, whether it is conform with the fronts it sees."""
        if self.position.missing:
            return {}
        plot, seen = self.position.plot, (w for w in self.position.in_play if not w.is_covered)
        return {wish.number: holds(wish.card, plot) for wish in seen}

    def sample(self, rng: Random) -> "GardenersState":
        """Put unseen fronts of the right families on the cards that are covered."""
        unseen = list(self.unseen_cards)
        rng.shuffle(unseen)

        def front(wish: Wish) -> Wish:
            if not wish.is_covered:
                return wish
            card = next(card for card in unseen if CARDS[card].family == wish.family)
            unseen.remove(card)
            return wish._replace(card=card)

        position = self.position
        in_play = tuple(map(front, position.in_play))
        discarded = tuple(map(front, position.discarded))
        return position._replace(in_play=in_play, discarded=discarded)

    def preview(self, move: Deed) -> Preview:
        """Show what a legal move of the viewer would cause."""
        if self.viewer is None:
            raise TypeError("a spectator has no moves to preview")
        facts = self.position.facts(self.viewer, move, self.viewer)
        after = self.position.after(self.viewer, move)
        return Preview(facts, after.view_for(self.viewer))

    def counsel(self, rng: Random, nodes: int) -> Deed | None:
        """What the viewer may do for its team; who plays alone needs none. It rolls no dice."""
        legal = self.legal_moves
        if self.viewer is None or not legal or self.position.is_solo:
            return None
        return counsel(self.position, self.viewer, legal, nodes)

    def scores(self) -> tuple[Score, ...]:
        """The one score of the team, for each seat."""
        return self.position.scores()


def view_for(position: "GardenersState", viewer: Seat | None) -> GardenersView:
    """Make the view of a seat: a front that it may not see is covered (rule 10.2)."""

    def seen(wish: Wish) -> Wish:
        if wish.is_read_by(viewer):
            return wish
        return wish._replace(card=COVER + wish.family)

    in_play, discarded = map(seen, position.in_play), map(seen, position.discarded)
    hidden = position._replace(in_play=tuple(in_play), discarded=tuple(discarded))
    return GardenersView(viewer, hidden)


def opened(wishes: tuple[Wish, ...]) -> tuple[Wish, ...]:
    """The same cards, face up."""
    return tuple(wish._replace(is_open=True) for wish in wishes)


def covered(move: Draw) -> str:
    """A draw as it is written for whoever does not see the fronts (rule 9)."""
    return ">" + ".".join(COVER + CARDS[card].family for card in move.cards)
