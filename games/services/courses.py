"""What happens at a table within one transaction: moves, what follows by itself, and the clocks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from accounts import rows
from engine import CHANCE, NOBODY, Leave, Nature, Seat
from engine import Move as EngineMove
from games import events, positions
from games.models import Move, Player
from games.positions import State
from games.selectors.tables import Table
from games.services import clocks, decks, notices, thoughts


@dataclass(slots=True)
class Course:
    """Moves as they are made: the position they lead to, their rows, and whose turns they end.

    The row of the game is locked.
    """

    table: Table
    state: State
    now: datetime
    rows: list[Move] = field(default_factory=list)
    turns_over: list[Seat] = field(default_factory=list)

    def play(self, seat: Seat, move: EngineMove) -> None:
        self._follow(seat, move, self.state.play(seat, move))

    def give(self, moves: Sequence[str]) -> None:
        """Begin with the moves of another game, each checked again."""
        for text in moves:
            move = self.state.read(text)
            actor = self.state.actor_of(move)
            seat = None if isinstance(actor, Nature) else actor
            self._follow(seat, move, self.state.replay(actor, move))

    def leave(self, seat: Seat) -> None:
        """Let a seat go for good. It is recorded like a move."""
        self._follow(seat, Leave(seat), self.state.leave(seat))

    def settle(self) -> None:
        """Play what nobody has to choose: chance draws, and who has left has a caretaker."""
        while (actor := self._acts_by_itself()) is not None:
            if isinstance(actor, Nature):
                reveal = decks.next_reveal(self.table.game, self.state)
                self._follow(None, reveal, self.state.play(CHANCE, reveal))
            else:
                self.play(actor, self.state.caretaker_move(actor))

    def _acts_by_itself(self) -> Seat | Nature | None:
        to_move = self.state.to_move
        if isinstance(to_move, Nature):
            return to_move
        return min(to_move.intersection(self.state.gone), default=None)

    def _follow(self, seat: Seat | None, move: EngineMove, after: State) -> None:
        over = self.state.turn_over(CHANCE if seat is None else seat, after)
        if over is not None:
            self.turns_over.append(over)
        ply = self.table.game.ply + len(self.rows) + 1
        self.rows.append(
            Move(game=self.table.game, ply=ply, seat=seat, notation=move.notation, made_at=self.now)
        )
        self.state = after

    @property
    def to_move(self) -> frozenset[Seat]:
        """Who is to move now; nobody while it is not settled."""
        to_move = self.state.to_move
        return NOBODY if isinstance(to_move, Nature) else to_move.difference(self.state.gone)

    def write(self) -> None:
        """Store the moves and the position. The clocks and the players are the caller's."""
        game = self.table.game
        rows.insert(self.rows)
        game.ply += len(self.rows)
        game.moved_at = self.now
        positions.store(game, self.state)
        for player, score in zip(self.table.players, self.state.scores(), strict=True):
            player.score = score.total

    def pass_word(self, acted: Player) -> list[Player]:
        """Set all clocks and save what has changed; return to whom the word has come."""
        game, players = self.table.game, self.table.players
        came = clocks.pass_word(
            game,
            players,
            acted=acted,
            turns_over=self.turns_over,
            to_move=self.to_move,
            now=self.now,
        )
        rows.update(game, fields=["ply", "position", "moved_at", "draw_asked_by"])
        for player in players:
            rows.update(player, fields=[*clocks.CLOCK_FIELDS, "turns", "seen_ply", "score"])
        return came


def tell_of(table: Table, *, acted: Player, came: Sequence[Player]) -> None:
    """Tell everybody how the game goes on: who watches, whom the word reached, and bots.

    Who acted can see it themselves, unless it is a bot: that has to be told that it goes on.
    """
    notices.tell_word(table, to=[player for player in came if player != acted])
    events.tell_turn(table.game, table.players)
    wake_bots(table, came if acted in came or not acted.has_word else [acted, *came])


def wake_bots(table: Table, players: Sequence[Player]) -> None:
    """Let bots among those to whom the word has come think, once what changed can be read.

    Where the broker is down, the sweep wakes them later.
    """
    for player in players:
        if player.user.bot:
            thoughts.queue_on_commit(table, player)
