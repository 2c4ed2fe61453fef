"""Games of a day, and other results, to look at."""

from pathlib import Path

from engine import CHANCE, read_record
from engine.games.gardeners.moves import Add
from games import positions
from games.models import Game, Move
from games.selectors import tables
from games.selectors.dailies import games_with_dailies
from games.services import dailies, endings, turns
from tests.factories import TableFactory

RECORD = Path(__file__).parents[1] / "engine/records/gardeners/solo-two-bankings.bgr"


def a_daily():
    """The game that has one of every day."""
    return games_with_dailies()[0]


def play_daily(user, *, ends=True):
    """Begin today's game as somebody, lay a tile, and stop."""
    game = dailies.play(ruleset=a_daily(), user=user)
    lay_one(game)
    if ends:
        endings.resign(game_id=game.pk, user=user)
    return Game.objects.get(pk=game.pk)


def lay_one(game):
    game.refresh_from_db()
    state = positions.load(game)
    (seat,) = state.to_move
    move = next(move for move in state.legal_moves(seat) if isinstance(move, Add))
    user = game.players.select_related("user").get(seat=seat).user
    turns.submit(game_id=game.pk, user=user, moves=[move.notation], ply=game.ply)
    game.refresh_from_db()


def solo(user, **terms):
    """A game that somebody played alone, and stopped."""
    game = TableFactory(users=[user], ruleset="gardeners", **terms)
    lay_one(game)
    endings.resign(game_id=game.pk, user=user)
    return Game.objects.get(pk=game.pk)


def recorded(user):
    """The worked record of a whole game as somebody's, ended as the services end it."""
    game = TableFactory(users=[user], ruleset="gardeners", options={"mode": "solo", "actions": 200})
    game.moves.all().delete()
    state = positions.first(game)
    for ply, text in enumerate(read_record(RECORD.read_text()).moves, start=1):
        move = state.read(text)
        actor = state.actor_of(move)
        seat = None if actor is CHANCE else actor
        Move.objects.create(game=game, ply=ply, seat=seat, notation=text, made_at=game.started_at)
        state, game.ply = state.step(actor, move), ply
    positions.store(game, state)
    game.save()
    game.players.update(score=state.score(0).total)
    table = tables.find(game.pk)
    endings.finish_played(table, state.outcome(), now=game.started_at)
    return Game.objects.get(pk=game.pk)
