"""Games as records: text that the engine replays and verifies."""

from collections.abc import Sequence

from engine import Proof, Record, moves_for
from engine.fairness import BRANCHED, tags_of
from engine.replay import DRAWN, LEFT, PLAYED, RUNNING, result_of
from games import positions
from games.models import Game, Player
from games.selectors.tables import Table

# A game that never began has no name of its own in a record.
TERMINATIONS = {Game.Ending.NOT_STARTED: "aborted"}


def write(table: Table, proof: Proof | None) -> str:
    """The record of a game as who is looking may read it; with the proof once it is over."""
    game = table.game
    moves = tuple(row.notation for row in game.moves.all())
    if game.is_running:
        initial = positions.first(game)
        viewer = table.me.seat if table.me else None
        moves = moves_for(initial, [initial.read(text) for text in moves], viewer)
    return _written(game, table.players, moves, proof)


def write_finished(
    game: Game, players: list[Player], moves: Sequence[str], proof: Proof | None
) -> str:
    """The record of a game that is over, which is the same for all; of what was read for many."""
    assert not game.is_running
    return _written(game, players, moves, proof)


def _written(game: Game, players: list[Player], moves: Sequence[str], proof: Proof | None) -> str:
    return Record(tags(game, players, proof), tuple(moves)).write()


def tags(game: Game, players: list[Player], proof: Proof | None) -> dict[str, str]:
    """What a record says before its moves."""
    return {**_tags(game, players), **(tags_of(proof) if proof else _promised(game))}


def _promised(game: Game) -> dict[str, str]:
    """What was published of a deck before it may be proved."""
    return {"Commitment": game.commitment, "GameId": game.deck_id.hex}


def _tags(game: Game, players: list[Player]) -> dict[str, str]:
    ruleset = positions.ruleset_of(game)
    tags = {
        "Game": game.ruleset,
        "Rules": str(game.rules_version),
        **_names(game, players),
        "Date": f"{game.started_at:%Y-%m-%d}",
        "Rated": "yes" if game.is_rated else "no",
        **_origin(game),
        "Result": RUNNING,
    }
    if game.is_running:
        return {**tags, **_left(players)}
    last = positions.load(game)
    return {
        **tags,
        "Result": result_of(last.scores(), cooperative=ruleset.cooperative),
        **({} if ruleset.cooperative else {"Winner": _winner(players)}),
        "Termination": _termination(game, is_over=last.is_over),
        **_left(players),
    }


def _origin(game: Game) -> dict[str, str]:
    """Of a game that was played on from another: how many plies were given, and where from."""
    if not game.is_branch:
        return {}
    tags = {BRANCHED: str(game.given_plies)}
    if game.branched_from_id is not None:
        tags |= {"From": game.branched_from_id.hex, "FromPly": str(game.branched_ply)}
    return tags


def _termination(game: Game, *, is_over: bool) -> str:
    """What the moves end was played, also where the last of them is that somebody leaves."""
    if is_over and game.ending in Player.Leaving.values:
        return PLAYED
    return TERMINATIONS.get(Game.Ending(game.ending), game.ending)


def _left(players: list[Player]) -> dict[str, str]:
    """Who left and how, in their order; that they did stands in the moves."""
    gone = sorted((p.left_ply, p.seat, p.left_how) for p in players if p.left_ply is not None)
    told = ", ".join(f"{seat} {how}" for _ply, seat, how in gone)
    return {LEFT: told} if told else {}


def _names(game: Game, players: list[Player]) -> dict[str, str]:
    """Who sat where. A game for two alone has always called them first and second."""
    names = [player.user.record_name for player in players]
    setup = positions.setup_of(game)
    if tuple(setup.ruleset.seats) == (2,):
        return {"First": names[0], "Second": names[1]}
    seats = {f"Seat{seat}": name for seat, name in enumerate(names)}
    return {**setup.tags, **seats}


def _winner(players: list[Player]) -> str:
    winners = [player.seat for player in players if player.placing == 1]
    return str(winners[0]) if len(winners) == 1 else DRAWN
