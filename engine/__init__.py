"""Rules and bots of the garden games: pure Python, no Django, no I/O, no clock, no dice.

The names below are what others may rely on. What one game alone has is imported from its
folder: `engine.games.<slug>`.
"""

from engine.analysis import analyse
from engine.bots import (
    BOTS,
    COMPANIONS,
    ROSTER,
    STRONGEST,
    Bot,
    Opponent,
    get_bot,
    get_opponent,
)
from engine.bots.search import Line, Promise
from engine.company import players_of
from engine.decks import Decks, Source
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
from engine.outcome import Feat, Outcome, Score, Seat
from engine.records import Comment, Record, RecordError
from engine.records import read as read_record
from engine.registry import Option, Options, Ruleset, Setup, all_rulesets, all_setups, get_ruleset
from engine.replay import (
    Ply,
    ReplayError,
    check_tags,
    is_same_turn,
    last_position,
    moves_for,
    replay,
)
from engine.state import (
    CHANCE,
    NOBODY,
    Actor,
    Fact,
    GameState,
    Leave,
    Left,
    Move,
    Nature,
    View,
)

__all__ = [
    "BOTS",
    "CHANCE",
    "COMPANIONS",
    "NOBODY",
    "ROSTER",
    "STRONGEST",
    "Actor",
    "Bot",
    "Comment",
    "Decks",
    "EngineError",
    "Fact",
    "FairnessError",
    "Feat",
    "GameOverError",
    "GameState",
    "IllegalMoveError",
    "Leave",
    "Left",
    "Line",
    "Move",
    "Nature",
    "NotationError",
    "Opponent",
    "Option",
    "Options",
    "Outcome",
    "Ply",
    "PositionError",
    "Promise",
    "Proof",
    "Reason",
    "Record",
    "RecordError",
    "ReplayError",
    "Ruleset",
    "Score",
    "Seat",
    "Setup",
    "SetupError",
    "Source",
    "View",
    "all_rulesets",
    "all_setups",
    "analyse",
    "check_tags",
    "get_bot",
    "get_opponent",
    "get_ruleset",
    "is_same_turn",
    "last_position",
    "moves_for",
    "players_of",
    "read_record",
    "replay",
]
