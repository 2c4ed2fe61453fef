"""A game, who plays it, and what they did."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.terms import Terms

# What everybody may find once it is over, and what of it came about.
FOUND = models.Q(status="over", is_private=False)
COUNTED = FOUND & ~models.Q(ending__in=["aborted", "not-started"])
NEWEST = ("ended_at", "id")


class Game(Terms):
    """One to four people at a table. Its moves are the truth, its position a cache of them."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        OVER = "over", _("over")

    class Ending(models.TextChoices):
        PLAYED = "played", _("played to the end")
        RESIGNED = "resigned", _("given up")
        TIME = "time", _("out of time")
        AGREED = "agreed", _("a draw by agreement")
        ABORTED = "aborted", _("called off")
        ADJUDICATED = "adjudicated", _("decided by a moderator")
        NOT_STARTED = "not-started", _("not started")

    # The id of the offer that it was.
    id = models.UUIDField(primary_key=True, editable=False)
    status = models.CharField(max_length=7, choices=Status, default=Status.RUNNING)
    # Empty while it runs.
    ending = models.CharField(max_length=11, choices=Ending, blank=True)
    ply = models.PositiveSmallIntegerField(default=0)
    # See games/positions.py, its only reader and writer.
    position = models.JSONField(default=dict)
    started_at = models.DateTimeField()
    moved_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # The seat that asks for a draw, until the other has answered or moved.
    draw_asked_by = models.PositiveSmallIntegerField(null=True, blank=True)
    # How good the result of a team is, by the engine's code; empty where there is no team.
    grade = models.CharField(max_length=20, blank=True)
    # Fairness: public from the start.
    commitment = models.CharField(max_length=64)
    # Of a game that was played on from another: how many plies were given, from which game (empty
    # where that is gone), and from which of its plies on it was played otherwise.
    given_plies = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    branched_from = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="branches"
    )
    branched_ply = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    # The day whose deck it has, if it is the game of a day: private until the day is over.
    daily = models.ForeignKey(
        "games.Daily", on_delete=models.PROTECT, null=True, blank=True, related_name="games"
    )
    # Whether a bot sits at the table.
    has_bots = models.BooleanField(default=False)
    # To find it by, noted when it ends: the seat that alone came first, and of a game that changed
    # ratings the mean of those with which everybody came.
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    mean_rating = models.SmallIntegerField(null=True, blank=True)

    class Meta(Terms.Meta):
        constraints = (
            *Terms.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(status="running", ending="", ended_at=None)
                | models.Q(
                    status="over",
                    ending__in=[
                        "played", "resigned", "time", "agreed", "aborted", "adjudicated",
                        "not-started",
                    ],
                    ended_at__isnull=False,
                ),
                name="game_over_has_an_ending",
            ),
            models.CheckConstraint(
                condition=models.Q(given_plies=None, branched_from=None, branched_ply=None)
                | models.Q(given_plies__isnull=False, branched_ply__isnull=False, is_rated=False),
                name="game_is_its_own_or_played_on",
            ),
        )  # fmt: skip
        indexes = (
            # Serves the games to watch.
            models.Index(
                fields=["-moved_at"],
                condition=models.Q(status="running", is_private=False),
                name="game_to_watch",
            ),
            # Serve the search for games (selectors/finding.py): each has what is asked for in its
            # order, so that a page of it is read off the end.
            models.Index(fields=NEWEST, condition=FOUND, name="game_found"),
            models.Index(
                fields=["ruleset", "ended_at", "id"], condition=FOUND, name="game_by_kind"
            ),
            models.Index(
                fields=["ending", "ended_at", "id"], condition=FOUND, name="game_by_ending"
            ),
            models.Index(
                fields=["is_rated", "ended_at", "id"], condition=FOUND, name="game_by_rated"
            ),
            models.Index(
                fields=["has_bots", "ended_at", "id"], condition=FOUND, name="game_by_bots"
            ),
            models.Index(fields=["winner", *NEWEST], condition=COUNTED, name="game_by_winner"),
            # These are asked for ranges, and find what is rare.
            models.Index(fields=["mean_rating"], condition=FOUND, name="game_by_rating"),
            models.Index(fields=["ply"], condition=FOUND, name="game_by_length"),
            models.Index(
                fields=["started_at", "id"],
                condition=models.Q(status="running", is_private=False),
                name="game_running",
            ),
        )

    def __str__(self) -> str:
        return f"game {self.pk} ({self.status})"

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def counts(self) -> bool:
        """Whether it has a result: not in a game that never came about."""
        return self.ending not in ("", self.Ending.ABORTED, self.Ending.NOT_STARTED)

    @property
    def is_branch(self) -> bool:
        """Whether it was played on from another game: then it counts for nothing, see `OWN`."""
        return self.given_plies is not None

    @property
    def is_sealed(self) -> bool:
        """Whether others still play the same deck: nobody but its player sees it, or its proof."""
        return self.daily_id is not None and self.is_private

    @property
    def deck_id(self) -> UUID:
        """Under which id the deck was committed to: the game's own, or that of the day."""
        return self.daily_id or self.pk

    def is_given(self, ply: int) -> bool:
        """Whether a move was there when the game began: nobody at this table made it."""
        return ply <= (self.given_plies or 0)


OWN: Final = models.Q(game__given_plies=None)
"""Of whatever belongs to a game, what counts: games that were played from their first move on.

Who plays on from another game tries something out, and often knows how it would have gone.
"""


class Player(models.Model):
    """Somebody at a table: their seat, their clock, and in the end how they did."""

    class Leaving(models.TextChoices):
        """How somebody left a game that went on without them."""

        RESIGNED = "resigned", _("given up")
        TIME = "time", _("out of time")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="plays"
    )
    seat = models.PositiveSmallIntegerField()
    # Their place at the offer: in this order everybody's bytes went into the deck.
    place = models.PositiveSmallIntegerField()
    # Whether their bytes came from their browser; else the site made them.
    bytes_from_browser = models.BooleanField(default=False)
    # True while the game runs and they have not left it: a copy, so that finding somebody's
    # running games does not pass over all they ever played.
    is_playing = models.BooleanField(default=True)
    # How they left, if the others played on without them, and the ply that says so.
    left_how = models.CharField(max_length=8, choices=Leaving, blank=True)
    left_ply = models.PositiveSmallIntegerField(null=True, blank=True)
    turns = models.PositiveSmallIntegerField(default=0)

    # The clock, see games/clocks.py. `allowance` is what was left when the word came (or is left
    # since it went), `granted` what was added since; without the word the other three are empty.
    allowance = models.DurationField()
    granted = models.DurationField(default=timedelta)
    word_since = models.DateTimeField(null=True, blank=True)
    # The ply at which the word came, or of their own last move since: what they choose may be
    # chosen on any position from there on, for others may act meanwhile.
    word_ply = models.PositiveSmallIntegerField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    # When the sweep of reminders looks here next: never later than one is due, see
    # games/services/reminders.py. Empty where none is left.
    remind_at = models.DateTimeField(null=True, blank=True, editable=False)

    # The ply at which they last asked for a draw: once a position is enough.
    draw_asked_ply = models.PositiveSmallIntegerField(null=True, blank=True)
    # The ply that they have seen, for "since you were last here".
    seen_ply = models.PositiveSmallIntegerField(default=0)

    # The newest line of the players' talk that they have seen; 0 for none.
    heard_line = models.PositiveBigIntegerField(default=0, db_default=0)

    score = models.SmallIntegerField(default=0)
    # 1 is first, equal is shared; empty unless the game counts, and in a team.
    placing = models.PositiveSmallIntegerField(null=True, blank=True)
    # What the score of a game that was played to its end is made of, by the engine's codes.
    parts = models.JSONField(default=dict, blank=True)
    # When the game ended: a copy, so that somebody's last games are found without all others.
    ended_at = models.DateTimeField(null=True, blank=True)
    # Whether the game is private: a copy, so that who may not know of those never looks at one.
    is_private = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_player"),
            models.UniqueConstraint(fields=["game", "place"], name="one_player_a_place"),
            models.CheckConstraint(
                condition=models.Q(word_since=None, deadline_at=None)
                | models.Q(word_since__isnull=False, deadline_at__isnull=False, is_playing=True),
                name="deadline_goes_with_the_word",
            ),
        )
        indexes = (
            # Serves a player's queue, and the count of running games.
            models.Index(
                fields=["user", "deadline_at"],
                condition=models.Q(is_playing=True),
                name="player_queue",
            ),
            # Serves the sweep.
            models.Index(
                fields=["deadline_at"],
                condition=models.Q(deadline_at__isnull=False),
                name="player_deadline",
            ),
            # Serves the sweep of reminders.
            models.Index(
                fields=["remind_at"],
                condition=models.Q(deadline_at__isnull=False),
                name="player_reminder",
            ),
            # Serves the games of somebody that ended last.
            models.Index(
                fields=["user", "ended_at", "id"],
                condition=models.Q(ended_at__isnull=False),
                name="player_last_games",
            ),
            # Serves the games of a month.
            models.Index(
                fields=["ended_at"],
                condition=models.Q(ended_at__isnull=False),
                name="player_ended",
            ),
            # Serves the search for games of somebody.
            models.Index(
                fields=["user", "is_private", "ended_at", "game"],
                condition=models.Q(ended_at__isnull=False),
                name="player_games",
            ),
        )

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.game_id}"

    @property
    def has_word(self) -> bool:
        return self.word_since is not None

    @property
    def has_left(self) -> bool:
        """Whether the others play on without them, or did."""
        return self.left_ply is not None


class Move(models.Model):
    """One move, or one reveal of chance, which has no seat. Written once, never changed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    # The first reveal is ply 1.
    ply = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    notation = models.CharField(max_length=120)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "ply"], name="one_move_a_ply"),
            models.CheckConstraint(condition=models.Q(ply__gte=1), name="plies_count_from_one"),
        )
        ordering = ("ply",)

    def __str__(self) -> str:
        # Not what it is: while the game runs that may be for one pair of eyes alone.
        return f"move {self.ply} of {self.game_id}"


class Note(models.Model):
    """What somebody writes to themselves about a game. For their eyes alone."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_notes"
    )
    text = models.TextField(max_length=2000)
    written_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["game", "user"], name="one_note_a_player"),)

    def __str__(self) -> str:
        return f"note of {self.user_id} on {self.game_id}"
