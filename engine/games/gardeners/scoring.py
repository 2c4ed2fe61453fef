"""The one score of the team, and its grade (rules 13.2 to 13.4)."""

from engine.games.gardeners.components import ENDED, FREE_DISCARDS, GRADES, OUCH, PASSED
from engine.games.gardeners.position import Position
from engine.outcome import Score


def score(position: Position) -> Score:
    """Validated cards, less the discards beyond the first."""
    validated = len(position.validated)
    discards = -max(0, len(position.discarded) - FREE_DISCARDS)
    return Score(validated + discards, {"validated": validated, "discards": discards})


def grade(position: Position) -> str:
    """How good that is: of a training, whether its goal was reached by the end of its pile."""
    goal = position.rules.goal
    if goal:
        is_passed = position.how == "cards" and len(position.validated) >= goal
        return PASSED if is_passed else ENDED
    total = score(position).total
    reached = (
        name
        for name, together, alone in GRADES
        if total >= (alone if position.is_solo else together)
    )
    return next(reached, OUCH)
