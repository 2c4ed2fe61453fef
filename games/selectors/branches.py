"""What if: a game that is over, played otherwise from one of its plies on.

All that a branch is stands in the address of its page; nothing is stored.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.refusals import Conflict, NotFound, Unprocessable
from engine import STRONGEST, Actor, EngineError, Fact, Move, Nature, Seat, analyse, is_same_turn
from engine.review import Turn, can_review, judge
from games.boards import board_of, explain
from games.models import Game
from games.positions import State
from games.selectors import drafts, moves
from games.selectors.drafts import Draft
from games.selectors.results import is_team
from games.selectors.reviews import percent
from games.selectors.tables import Table

LONGEST = 1500
"""Characters: what fits into an address, and into a mail."""
MOST_MOVES = 150
NODES = 1500
"""How far the strongest bot looks for a judgement: a page waits for it."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A move of a branch between two positions."""

    before: State
    actor: Actor
    move: Move
    after: State


@dataclass(frozen=True, slots=True)
class Branch:
    """Moves after a ply of a game that is over, up to where somebody has to choose."""

    table: Table
    ply: int
    start: State
    """The position after that ply."""
    steps: Sequence[Tried]
    """What was played since, and what followed by itself."""
    problem: str = ""
    """Why something of the address was left out, as a sentence."""

    @property
    def state(self) -> State:
        return self.steps[-1].after if self.steps else self.start

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def words(self) -> list[str]:
        """Its moves, as they stand in the address."""
        return [step.move.notation for step in self.steps]

    @property
    def text(self) -> str:
        return " ".join(self.words)

    @property
    def to_move(self) -> list[Seat]:
        """Who has to choose now; nobody once it is over."""
        to_move = self.state.to_move
        return [] if isinstance(to_move, Nature) else sorted(to_move.difference(self.state.gone))

    def seat(self, side: Seat | None) -> Seat | None:
        """For whom one tries a turn: of several who may act, the one whose side is wished for."""
        return side if side in self.to_move else next(iter(self.to_move), None)

    @property
    def is_drawn_anew(self) -> bool:
        """Whether something was revealed in it."""
        return any(isinstance(step.actor, Nature) for step in self.steps)


@dataclass(frozen=True, slots=True)
class Told:
    """Some moves of a branch in words, and the branch without what follows them."""

    seat: Seat | None
    """None for what was revealed."""
    words: str
    text: str
    """As they are written down."""
    moves: str
    """All moves of the branch up to here."""


def demand_over(table: Table) -> None:
    """Refuse a game that runs: what is hidden in it would be tried out, and bots asked for advice.

    Whoever looks at a branch, has it judged or plays it on comes by here.
    """
    if table.game.is_running:
        raise Conflict(_("Other moves can be tried when the game is over."))


def read(table: Table, ply: int, text: str) -> Branch:
    """Play the moves of an address, as far as they can be. What follows by itself is added."""
    demand_over(table)
    step = moves.step_at(table, ply)
    if step is None:
        raise NotFound(_("There is no move %(ply)s in this game.") % {"ply": ply})
    steps, problem = _played(table.game, ply, step.after, text)
    return Branch(table, ply, step.after, steps, problem)


def _played(game: Game, ply: int, start: State, text: str) -> tuple[list[Tried], str]:
    """What can be played of the text from a position on, and why the rest was left out."""
    words, problem = _words(text)
    state, steps = start, list[Tried]()
    try:
        for word in words:
            # What stands in the address comes first: a reveal was imagined once, and is kept.
            move = state.parse(word)
            actor = state.mover(move)
            steps.append(Tried(state, actor, move, state.play(actor, move)))
            state = steps[-1].after
    except EngineError as error:
        problem = explain(error, game.ruleset)
    steps += _by_itself(game.pk, ply, state, [step.move.notation for step in steps])
    return steps, problem


def _words(text: str) -> tuple[list[str], str]:
    words = text[:LONGEST].split()
    if len(text) > LONGEST or len(words) > MOST_MOVES:
        return words[: MOST_MOVES - 1], _("This branch is too long: its end was left out.")
    return words, ""


def _by_itself(game_id: UUID, ply: int, state: State, words: Sequence[str]) -> Iterator[Tried]:
    """What nobody chooses: chance reveals what is unseen, and who has left has a caretaker.

    The same branch of the same game is continued alike, whoever looks at it and when.
    """
    rng = Random(f"{game_id}/{ply}/{' '.join(words)}")  # noqa: S311 - to be repeated
    while (actor := _acts_by_itself(state)) is not None:
        move = state.imagine(rng) if isinstance(actor, Nature) else state.caretaker_move(actor)
        after = state.after(actor, move)
        yield Tried(state, actor, move, after)
        state = after


def _acts_by_itself(state: State) -> Actor | None:
    to_move = state.to_move
    if isinstance(to_move, Nature):
        return to_move
    return min(to_move.intersection(state.gone), default=None)


def draft(branch: Branch, seat: Seat | None, text: str) -> Draft:
    """Try out a turn at the end of a branch."""
    start = branch.state
    if seat is None:
        return Draft.untouched(start)
    return drafts.try_out(start, seat, text, ruleset=branch.game.ruleset)


def followed(branch: Branch, turn: Draft) -> Branch:
    """The branch with a turn at its end, and what follows by itself."""
    text = f"{branch.text} {turn.text}".strip()
    steps, problem = _played(branch.game, branch.ply, branch.start, text)
    return Branch(branch.table, branch.ply, branch.start, steps, problem)


def given(branch: Branch) -> list[str]:
    """All moves that lead to the end of a branch, from the first of its game on."""
    rows = branch.game.moves.filter(ply__lte=branch.ply).order_by("ply")
    return [*rows.values_list("notation", flat=True), *branch.words]


def obstacle(branch: Branch) -> str:
    """Why a branch cannot be played on against bots, as a sentence; empty if it can."""
    if not branch.to_move:
        return _("The game is over here: there is nothing left to play.")
    if branch.game.seats == 1:
        return _("This game is played alone: no bot can join it.")
    return ""


# -- in words --------------------------------------------------------------------------------------


def told(branch: Branch) -> list[Told]:
    """What was tried, turn by turn in words, oldest first."""
    found, so_far = list[Told](), list[str]()
    for run in _runs(branch.steps):
        moves_made = [step.move.notation for step in run]
        so_far += moves_made
        actor, words = run[0].actor, sentences(branch, run)
        found.append(
            Told(
                seat=None if isinstance(actor, Nature) else actor,
                words=" ".join(words),
                text=" ".join(moves_made),
                moves=" ".join(so_far),
            )
        )
    return found


def _runs(steps: Sequence[Tried]) -> list[list[Tried]]:
    """Moves, cut where another moves or a turn is over. Each reveal stands alone."""
    runs: list[list[Tried]] = []
    for step in steps:
        if not runs or not is_same_turn(runs[-1][0], step):
            runs.append([])
        runs[-1].append(step)
    return runs


def sentences(branch: Branch, steps: Sequence[Tried]) -> list[str]:
    """What moves do, told to nobody in particular: whoever tries has all seats in turn."""
    names = [player.user.table_name for player in branch.table.players]
    board = board_of(branch.game.ruleset)
    return [text for fact in _facts(steps) if (text := board.tell(fact, names, None))]


def _facts(steps: Sequence[Tried]) -> list[Fact]:
    """What was done, as everybody at the table would have been told."""
    return [fact for step in steps for fact in step.before.facts(step.actor, step.move, None)]


def verdict(branch: Branch) -> str:
    """How the game would have ended, in a few words; empty where the branch is not over."""
    outcome, players = branch.state.outcome(), branch.table.players
    if outcome is None:
        return ""
    scores = " : ".join(str(score.total) for score in outcome.scores)
    if is_team(branch.game):
        points = outcome.scores[0].total
        return ngettext("%(score)d point", "%(score)d points", points) % {"score": points}
    if outcome.winner is None:
        return _("It would be a draw, %(scores)s") % {"scores": scores}
    name = players[outcome.winner].user.shown_name
    return _("%(name)s would win, %(scores)s") % {"name": name, "scores": scores}


def last_facts(branch: Branch) -> list[Fact]:
    """What was done in the last turn of a branch; nothing where it has none."""
    turns = [run for run in _runs(branch.steps) if not isinstance(run[0].actor, Nature)]
    return _facts(turns[-1]) if turns else []


# -- what the strongest bot makes of it ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opinion:
    """An estimate of the chance to win, of a seat that has the word."""

    bot: str
    nodes: int
    seat: Seat
    best: int
    """In percent, with the best turn that was found."""
    drafted: int | None
    """With the turn that is drafted; None while it is not whole."""
    is_best: bool
    """Whether nothing better than the drafted turn was found."""
    line: str
    """The best turn, as it is written down."""
    sentences: Sequence[str]
    """And in words."""


def opinion(branch: Branch, turn: Draft, seat: Seat) -> Opinion:
    """What the strongest bot makes of a whole turn, or else of the position."""
    state = branch.state
    if not can_review(state):
        raise Unprocessable(_("Nobody plays against anybody here: there is no chance to win."))
    rng = Random(f"{branch.game.pk}/{branch.ply}/{branch.text}")  # noqa: S311 - to be repeated
    if turn.is_complete:
        judged = judge(Turn(seat, state, turn.moves, branch.ply + 1), nodes=NODES, rng=rng)
        path = turn.moves if judged.is_best else [state.parse(text) for text in judged.line]
        chance, is_best = judged.chance, judged.is_best
        return _opinion(branch, seat, path, judged.best, drafted=chance, is_best=is_best)
    best = analyse(state, seat, nodes=NODES, rng=rng)[0]
    return _opinion(branch, seat, best.path, best.promise.chance)


def _opinion(
    branch: Branch,
    seat: Seat,
    path: Sequence[Move],
    best: float,
    *,
    drafted: float | None = None,
    is_best: bool = False,
) -> Opinion:
    return Opinion(
        bot=STRONGEST.name,
        nodes=NODES,
        seat=seat,
        best=percent(best),
        drafted=None if drafted is None else percent(drafted),
        is_best=is_best,
        line=" ".join(move.notation for move in path),
        sentences=sentences(branch, list(_along(branch.state, seat, path))),
    )


def _along(state: State, seat: Seat, path: Sequence[Move]) -> Iterator[Tried]:
    for move in path:
        after = state.after(seat, move)
        yield Tried(state, seat, move, after)
        state = after
