"""Rules and bots of the garden games: pure Python, no Django, no I/O, no clock, no dice.

The names below are what others may rely on. What one game alone has is imported from its
folder: `engine.games.<slug>`.
"""

from engine.bots import BOTS, Bot, get_bot
from engine.errors import (
    EngineError,
    GameOverError,
    IllegalMoveError,
    NotationError,
    PositionError,
    Reason,
    SetupError,
)
from engine.fairness import FairnessError, Proof
from engine.outcome import Outcome, Score, Seat
from engine.records import Comment, Record, RecordError
from engine.records import read as read_record
from engine.registry import RULESETS, Ruleset, get_ruleset
from engine.replay import Ply, ReplayError, check_tags, last_position, moves_for, replay
from engine.state import (
    CHANCE,
    NOBODY,
    Actor,
    Fact,
    GameState,
    Move,
    Nature,
    View,
)

__all__ = [
    "BOTS",
    "CHANCE",
    "NOBODY",
    "RULESETS",
    "Actor",
    "Bot",
    "Comment",
    "EngineError",
    "Fact",
    "FairnessError",
    "GameOverError",
    "GameState",
    "IllegalMoveError",
    "Move",
    "Nature",
    "NotationError",
    "Outcome",
    "Ply",
    "PositionError",
    "Proof",
    "Reason",
    "Record",
    "RecordError",
    "ReplayError",
    "Ruleset",
    "Score",
    "Seat",
    "SetupError",
    "View",
    "check_tags",
    "get_bot",
    "get_ruleset",
    "last_position",
    "moves_for",
    "read_record",
    "replay",
]
