"""The rules of Botanicus: who has the word, what they may do, and what follows from it."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, Self

from engine.decks import Decks, Source
from engine.errors import OPTION_UNKNOWN, SEATS_UNSUPPORTED, EngineError, SetupError
from engine.games.botanicus import (
    drawing,
    evaluation,
    facts,
    moves,
    refusals,
    scoring,
    storage,
    view,
)
from engine.games.botanicus.components import (
    CARD_PRICE,
    DOTTED,
    HIGHEST,
    LINED,
    SPACES,
    SPECIAL_TASKS,
    STEP_PRICE,
    TASKS_A_SEAT,
    TILED,
    TRACKS,
)
from engine.games.botanicus.facts import BotanicusFact
from engine.games.botanicus.ground import NEAR, REACH
from engine.games.botanicus.groups import ONE_STEP
from engine.games.botanicus.moves import (
    FLOWERS,
    FORFEIT,
    NEUTRALS,
    PLANTS,
    RESHUFFLE,
    REVEALS,
    SALES,
    STEPS,
    STROLLS,
    USES,
    WALKS,
    WATERS,
    Assign,
    BotanicusMove,
    Deal,
    Deed,
    Draw,
    Flower,
    Forfeit,
    Layout,
    Neutral,
    Plant,
    Reshuffle,
    Reveal,
    SellCard,
    Step,
    Stroll,
    UseCard,
    Walk,
    Water,
)
from engine.games.botanicus.position import FINAL, Garden, Position
from engine.games.botanicus.prices import flower_price, route_price
from engine.games.botanicus.progress import Progress
from engine.games.botanicus.tracks import ROUTES
from engine.games.botanicus.view import BotanicusView, codes
from engine.outcome import Outcome, Score, Seat, placings
from engine.state import CHANCE, NOBODY, Actor, GameState

SEATS: Final = (2, 3, 4)
NAME: Final = "Botanicus"
_LISTS_OF_TILES: Final = 2
_TASK_LIST: Final = 2
_CARD_LIST: Final = 3


class BotanicusState(Position, GameState[BotanicusMove, BotanicusView]):
    """A position of Botanicus. Hidden are the cards in hands, and the order of the pile."""

    __slots__ = ()

    @classmethod
    def initial(cls, seats: int = 2, options: Mapping[str, object] | None = None) -> Self:
        """Return the table before the tiles are laid, with the flowers stacked (rules 3)."""
        if seats not in SEATS:
            raise SetupError(SEATS_UNSUPPORTED, game=NAME, seats=seats)
        for option in options or ():
            raise SetupError(OPTION_UNKNOWN, game=NAME, option=option)
        stack = tuple(reversed(range(seats)))
        return cls(CHANCE, "layout", (Garden(),) * seats, behind=(stack, (), (), ()))

    # -- what a seat may do --------------------------------------------------------------

    def legal_moves(self, seat: Seat) -> list[Deed]:
        """List what the phase allows, or what the top group does while one is open."""
        if self.to_move is CHANCE or seat not in self.to_move:
            return []
        garden = self.gardens[seat]
        if self.groups:
            return [*self._uses(garden), FORFEIT]
        if self.phase == "assign":
            row = len(garden.tasks) + 1
            return [Assign(task, row) for task in garden.dealt]
        if self.phase == "neutral":
            return list(NEUTRALS)
        if self.round == FINAL:
            return [*self._phase_one(garden), *_steps(garden, ONE_STEP), FORFEIT]
        return [*self._phase_one(garden), *self._flowers(garden.coins)]

    def _phase_one(self, garden: Garden) -> list[Deed]:
        """At most one walk and one card, in either order (rule 5.2)."""
        found: list[Deed] = []
        if not self.walked:
            near = NEAR[garden.gardener]
            affordable = min(garden.coins // STEP_PRICE, len(near) - 1)
            found += [WALKS[there] for there in near[affordable]]
        if not self.carded:
            held = [at for at, count in enumerate(garden.hand) if count]
            if garden.coins >= CARD_PRICE:
                found += [USES[at] for at in held]
            found += [SALES[at] for at in held]
        return found

    def _flowers(self, coins: int) -> list[Deed]:
        column, stacks = self.column, self.stacks
        return [FLOWERS[s - 1] for s in SPACES if flower_price(column, s, stacks) <= coins]

    def _uses(self, garden: Garden) -> list[Deed]:
        """What can be done with each action of the top group (rules 7)."""
        beds, reach = garden.beds, REACH[garden.gardener]
        group, found = self.groups[-1], list[Deed]()
        for action in dict.fromkeys(group):
            match action[0]:
                case "W":
                    found += [WATERS[bed] for bed in reach if 0 < beds[bed] < HIGHEST]
                case "P":
                    plants, level = PLANTS[action], int(action[1])
                    found += [plants[bed] for bed in reach if beds[bed] != level]
                case "G":
                    strolls = STROLLS[action]
                    found += [strolls[there] for there in NEAR[garden.gardener][int(action[1])]]
                case _:
                    found += _steps(garden, (action,))
        return found

    # -- what a move does ----------------------------------------------------------------

    def after(self, actor: Actor, move: BotanicusMove) -> "BotanicusState":
        """Return the next position, trusting that the move is legal."""
        progress = Progress(self)
        _carry_out(progress, move)
        return BotanicusState(*progress.fields())

    def facts(
        self, actor: Actor, move: BotanicusMove, viewer: Seat | None = None
    ) -> tuple[BotanicusFact, ...]:
        """Tell what the move does, as it is carried out."""
        told: list[BotanicusFact] = []
        _carry_out(Progress(self, told), move)
        return tuple(facts.covered(fact, viewer) for fact in told)

    # -- chance --------------------------------------------------------------------------

    def can_draw(self, reveal: BotanicusMove) -> bool:
        """Whether chance is to move, and may reveal this by what is unseen."""
        return isinstance(reveal, REVEALS) and refusals.of_reveal(self, reveal) is None

    def deal(self, decks: Decks) -> Reveal:
        """Name what comes next in the draw orders (rules 12.3, 12.5)."""
        if self.due and not any(self.pile):
            return RESHUFFLE
        if self.due and self.shuffles:
            order = decks.again(self.shuffles, codes(self.shuffled))
            return Draw(order[self.sources()[0].at])
        drawn = tuple(decks[source.deck][source.at] for source in self.sources())
        if self.phase == "layout":
            return Layout(drawn)
        return Deal(drawn) if self.phase == "deal" else Draw(drawn[0])

    def sources(self) -> list[Source]:
        """Tiles lie by columns, two dotted and two lined ones; tasks by seats, cards one by one."""
        if self.phase == "layout":
            return [
                Source(deck, 0, 2 * column + at)
                for column in range(len(TILED))
                for deck in range(_LISTS_OF_TILES)
                for at in range(2)
            ]
        if self.phase == "deal":
            return [Source(_TASK_LIST, 0, at) for at in range(TASKS_A_SEAT * self.seats)]
        if not any(self.pile):
            return []
        return [Source(_CARD_LIST, self.shuffles, sum(self.shuffled) - sum(self.pile))]

    def put_back(self) -> tuple[str, ...]:
        """The discards, where they become the pile."""
        return codes(self.discards) if self.due and not any(self.pile) else ()

    def imagine(self, rng: Random) -> Reveal:
        """Draw from what is unseen, each with the same chance."""
        if self.phase == "layout":
            dotted, lined = rng.sample(DOTTED, len(DOTTED)), rng.sample(LINED, len(LINED))
            pairs = zip(dotted[::2], dotted[1::2], lined[::2], lined[1::2], strict=True)
            return Layout(tuple(tile for column in pairs for tile in column))
        if self.phase == "deal":
            return Deal(tuple(rng.sample(list(SPECIAL_TASKS), TASKS_A_SEAT * self.seats)))
        return Draw(rng.choice(codes(self.pile))) if any(self.pile) else RESHUFFLE

    # -- the end -------------------------------------------------------------------------

    def score(self, seat: Seat) -> Score:
        """What a seat would score now, columns and coins included (rule 10.5)."""
        return scoring.score(self, seat)

    def estimate(self, seat: Seat) -> float:
        return evaluation.estimate(self, seat)

    def sensible_moves(self, seat: Seat) -> list[Deed]:
        """Leave out what brings nothing, as far as one can tell at a glance."""
        return evaluation.sensible(self, seat, self.legal_moves(seat))

    def swing(self) -> float:
        return evaluation.swing(self)

    def outcome(self) -> Outcome | None:
        """Rank by points, then by the stack (rule 9.3); who left is behind all others (10.6)."""
        if not self.is_over:
            return None
        scores = self.scores()
        keys = [
            (0, self.gone.index(seat)) if seat in self.gone else (1, *scores[seat].rank_key)
            for seat in range(self.seats)
        ]
        reason = "left" if len(self.gone) == self.seats - 1 else "played"
        return Outcome(placings(keys), scores, reason)

    def leave(self, seat: Seat) -> Self:
        """Let a seat go; when one alone is left the game is over (rules 10.6, 10.7)."""
        self.check_leaving(seat)
        gone = (*self.gone, seat)
        if len(gone) == self.seats - 1:
            return self._replace(gone=gone, phase="over", to_move=NOBODY)
        return self._replace(gone=gone)

    def caretaker_move(self, seat: Seat) -> Deed:
        """Take the lowest task, the topmost free space, no step, and give up the rest (10.6)."""
        legal = self.legal_moves(seat)
        if FORFEIT in legal:
            return FORFEIT
        if self.phase == "assign":
            return min(legal, key=lambda move: int(move.notation[1:].partition("/")[0]))
        if self.phase == "neutral":
            return legal[0]
        return next(FLOWERS[s - 1] for s in SPACES if not flower_price(self.column, s, self.stacks))

    def standing(self) -> dict[str, Any]:
        """The order of the column in play, and the ranking (rule 12.2)."""
        outcome = self.outcome()
        seats = range(self.seats)
        ranking = sorted(seats, key=outcome.placings.__getitem__) if outcome else None
        return {"order": list(self.order or seats), "ranking": ranking}

    # -- what others see, read and store -------------------------------------------------

    def parse(self, text: str) -> BotanicusMove:
        return moves.parse(text)

    def mover(self, move: BotanicusMove) -> Actor:
        return CHANCE if isinstance(move, REVEALS) else super().mover(move)

    def explain(self, actor: Actor, move: BotanicusMove) -> EngineError:
        return refusals.explain(self, actor, move)

    def shown(self, actor: Actor, move: BotanicusMove, viewer: Seat | None) -> str:
        """Cover a drawn card for all but the seat that draws it (rule 13.5)."""
        if isinstance(move, Draw) and self.turn_of != viewer:
            return ">?"
        return move.notation

    def view_for(self, seat: Seat | None) -> BotanicusView:
        return view.view_for(self, seat)

    def draw(self) -> str:
        return drawing.draw(self)

    def encode(self) -> dict[str, Any]:
        return storage.encode(self)

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Self:
        return cls(**storage.decode(data))


def _steps(garden: Garden, actions: tuple[str, ...]) -> list[Deed]:
    """Where the pieces can go that these actions move, as far as one can pay (rule 7.1)."""
    return [
        STEPS[route.name]
        for action in actions
        for route in ROUTES[garden.pieces[TRACKS.index(action[0])]]
        if route_price(route, int(action[1:])) <= garden.coins
    ]


def _carry_out(progress: Progress, move: BotanicusMove) -> None:
    _DOES[type(move)](progress, move)


_DOES: Final[dict[type[BotanicusMove], Callable[[Progress, Any], None]]] = {
    Plant: Progress.plant,
    Water: Progress.water,
    Flower: Progress.place,
    Step: Progress.step,
    Walk: Progress.walk,
    Stroll: Progress.stroll,
    UseCard: Progress.use_card,
    SellCard: Progress.sell_card,
    Forfeit: Progress.forfeit,
    Assign: Progress.assign,
    Neutral: Progress.place_neutral,
    Draw: Progress.draw,
    Reshuffle: Progress.reshuffle,
    Layout: Progress.lay_out,
    Deal: Progress.deal,
}
