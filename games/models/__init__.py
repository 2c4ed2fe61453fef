"""What is stored about playing. The secret of a deck is in `secrets`, for one module alone."""

from games.models import secrets as _registered  # noqa: F401
from games.models.archives import Archive, ArchivePart, Featured
from games.models.bests import Result
from games.models.clocks import Heartbeat
from games.models.dailies import Daily, DailyTry
from games.models.films import Film
from games.models.games import OWN, Game, Move, Note, Player
from games.models.ladder import Challenge, FinalRung, Ladder, Rung, Season, Step
from games.models.lessons import DoneTask
from games.models.moderation import (
    Appeal,
    Case,
    CaseNote,
    MonthlyCount,
    Report,
    Ruling,
    Signal,
)
from games.models.notices import Delivery, Notice
from games.models.offers import Offer, Place
from games.models.pairing import PairingDesk
from games.models.ratings import Annulment, Rating, RatingChange
from games.models.reviews import Review
from games.models.shelves import Favourite, Tag
from games.models.standings import Leaderboard, Standing, Tally
from games.models.talk import Line
from games.models.terms import Terms

__all__ = [
    "OWN",
    "Annulment", "Appeal", "Archive", "ArchivePart", "Case", "CaseNote", "Challenge", "Daily",
    "DailyTry", "Delivery", "DoneTask", "Favourite", "Featured", "Film", "FinalRung", "Game",
    "Heartbeat", "Ladder", "Leaderboard", "Line", "MonthlyCount", "Move", "Note", "Notice", "Offer",
    "PairingDesk", "Place", "Player", "Rating", "RatingChange", "Report", "Result", "Review",
    "Ruling", "Rung", "Season", "Signal", "Standing", "Step", "Tag", "Tally", "Terms",
]  # fmt: skip
