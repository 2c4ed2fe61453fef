"""What games have reached whose results are compared: noted when they end."""

from engine import Feat
from games import positions
from games.models import Game, Result
from games.positions import State
from games.selectors import bests, dailies
from games.selectors.tables import Table

Ending = Game.Ending


def note(table: Table) -> None:
    """Note what a game has reached that has just ended, if that counts.

    The caller has locked the game, and a game has one result: whoever comes second finds it over.
    """
    game = table.game
    if not positions.ruleset_of(game).bests or not _counts(game):
        return
    state = positions.load(game)
    feat = state.feat
    if feat is None or game.ended_at is None:
        return
    Result.objects.create(
        game=game,
        ruleset=game.ruleset,
        rules_version=game.rules_version,
        seats=game.seats,
        course=bests.course_of(positions.ruleset_of(game), state.terms),
        has_bots=game.has_bots,
        score=state.score(0).total,
        done=feat.done,
        spent=_spent(game, feat),
        ended_at=game.ended_at,
        daily_id=game.daily_id,
    )


def _counts(game: Game) -> bool:
    """Whether it was played to its end. Who plays alone may stop whenever they like.

    Not what was played on from another game, nor that of a day which is over: others' gardens are
    there to be looked at by then.
    """
    stopped = game.ending == Ending.RESIGNED and game.seats == 1
    if game.is_branch or not (game.ending == Ending.PLAYED or stopped):
        return False
    if game.daily is None:
        return True
    # Both, for clocks of two machines may differ, and a deck that is shown must not be played.
    return game.is_sealed and dailies.still_counts(game.daily, game.ended_at)


def _spent(game: Game, feat: Feat) -> int:
    """What had been spent when the last was done: what came after that brought nothing more.

    Else all who play until a limit would have spent the same.
    """
    if not feat.done:
        return feat.spent
    states = (step.after for step in positions.steps(game, game.moves.order_by("ply")))
    return next((_feat(one).spent for one in states if _feat(one).done == feat.done), feat.spent)


def _feat(state: State) -> Feat:
    return state.feat or Feat(0, 0)
