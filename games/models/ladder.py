"""The ladder of a game: who stands on which rung, who challenges whom, and former seasons."""

from datetime import date, timedelta

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.offers import Offer


class Ladder(models.Model):
    """One for each game. Its row is locked, last of all, by whatever changes its rungs."""

    ruleset = models.CharField(max_length=20, unique=True)
    # The first day of the season that runs: of a quarter of the calendar, in UTC.
    season_began = models.DateField()

    def __str__(self) -> str:
        return f"ladder of {self.ruleset}"


class Rung(models.Model):
    """Where somebody stands. The numbers of a ladder are 1..n at the end of every transaction."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="rungs")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rungs"
    )
    number = models.PositiveIntegerField()
    joined_at = models.DateTimeField()
    # Ladder games that they finished in the season that runs.
    games = models.PositiveIntegerField(default=0)
    # Rungs that they won in the week that begins on this Monday: kept with the rung, so that who
    # climbed most is found by an index.
    week = models.DateField(null=True, blank=True)
    climbed = models.PositiveIntegerField(default=0)
    # Idleness, see services/ladder.py: since when its present step runs, whether they were warned,
    # and when the sweep looks here next, never later than something is due.
    quiet_since = models.DateTimeField()
    is_warned = models.BooleanField(default=False)
    look_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["ladder", "number"], name="one_person_a_rung"),
            models.UniqueConstraint(fields=["ladder", "user"], name="one_rung_a_person"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="rungs_count_from_one"),
        )
        indexes = (
            # Serves who climbed most this week.
            models.Index(fields=["ladder", "week", "-climbed", "id"], name="rung_climbers"),
            # Serves the sweep of the idle.
            models.Index(fields=["look_at"], name="rung_look"),
        )

    def __str__(self) -> str:
        return f"rung {self.number} of {self.ladder_id}"


class Step(models.Model):
    """Somebody came to another rung by what they did or left undone. Written once, never changed.

    Who is only pushed down by one as somebody climbs past them has no row: else a long way up
    would write a row for everybody between.
    """

    class Reason(models.TextChoices):
        JOINED = "joined", _("joined")
        LEFT = "left", _("left")
        GAME = "game", _("by a game")
        WALKOVER = "walkover", _("without a game")
        IDLE = "idle", _("idle")
        RULED = "ruled", _("by a moderator")

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="steps")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="steps"
    )
    reason = models.CharField(max_length=8, choices=Reason)
    # Empty for who joined, and for who left.
    before = models.PositiveIntegerField(null=True, blank=True)
    after = models.PositiveIntegerField(null=True, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["user", "-made_at"], name="step_of_user"),)

    def __str__(self) -> str:
        return f"{self.reason} of {self.user_id} on {self.ladder_id}"


class Challenge(models.Model):
    """A challenge: an offer by name, and then the game with the same id.

    `status` follows the offer's and the game's, in their transactions.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits for an answer")
        PLAYING = "playing", _("is being played")
        WON = "won", _("won")
        LOST = "lost", _("lost")
        DRAWN = "drawn", _("drawn")
        OFF = "off", _("called off")
        DECLINED = "declined", _("declined")
        REFUSED = "refused", _("declined once too often")
        SILENCE = "silence", _("not answered")
        WITHDRAWN = "withdrawn", _("withdrawn")

    OPEN = (Status.WAITING, Status.PLAYING)
    WALKOVERS = (Status.REFUSED, Status.SILENCE)

    offer = models.OneToOneField(
        Offer, on_delete=models.CASCADE, primary_key=True, related_name="challenge"
    )
    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="challenges")
    challenger = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="challenges_made"
    )
    challenged = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="challenges_received"
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    made_at = models.DateTimeField()
    # From when the time to answer runs (an outage moves it), and while an answer is waited for,
    # until when: an absence of the challenged moves that.
    since = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # The challenger's rung before and after; empty where nothing moved.
    before = models.PositiveIntegerField(null=True, blank=True)
    after = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status="waiting", ended_at=None, due_at__isnull=False)
                | models.Q(status="playing", ended_at=None, due_at=None)
                | models.Q(
                    status__in=[
                        "won", "lost", "drawn", "off", "declined", "refused", "silence",
                        "withdrawn",
                    ],
                    ended_at__isnull=False,
                    due_at=None,
                ),
                name="challenge_over_has_an_end",
            ),
            models.CheckConstraint(
                condition=~models.Q(challenger=models.F("challenged")),
                name="nobody_challenges_themselves",
            ),
        )  # fmt: skip
        indexes = (
            # Serve what runs: of somebody, either way, and of a ladder.
            models.Index(
                fields=["challenger", "ladder"],
                condition=models.Q(ended_at=None),
                name="challenge_made_open",
            ),
            models.Index(
                fields=["challenged", "ladder"],
                condition=models.Q(ended_at=None),
                name="challenge_received_open",
            ),
            models.Index(
                fields=["ladder", "-made_at"],
                condition=models.Q(ended_at=None),
                name="challenge_open",
            ),
            # Serves the sweep.
            models.Index(
                fields=["due_at"], condition=models.Q(due_at__isnull=False), name="challenge_due"
            ),
            # Serves the last results.
            models.Index(
                fields=["ladder", "-ended_at"],
                condition=models.Q(ended_at__isnull=False),
                name="challenge_results",
            ),
            # Serves by whom somebody was challenged last.
            models.Index(fields=["challenged", "ladder", "-made_at"], name="challenge_received"),
        )

    def __str__(self) -> str:
        return f"challenge {self.pk} ({self.status})"

    @property
    def is_waiting(self) -> bool:
        return self.status == self.Status.WAITING

    @property
    def is_walkover(self) -> bool:
        """Whether it counts as won though nobody played."""
        return self.status in self.WALKOVERS


class Season(models.Model):
    """A quarter that is over, with everybody's last rung."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="seasons")
    began = models.DateField()
    people = models.PositiveIntegerField()
    ended_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["ladder", "began"], name="one_end_a_season"),
        )

    def __str__(self) -> str:
        return f"season {self.year}-{self.quarter} of {self.ladder_id}"

    @property
    def year(self) -> int:
        return self.began.year

    @property
    def quarter(self) -> int:
        return (self.began.month + 2) // 3

    @property
    def last_month(self) -> date:
        """The first day of its last month."""
        return (self.began + timedelta(days=62)).replace(day=1)


class FinalRung(models.Model):
    """The rung on which somebody ended a season."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="final_rungs")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="final_rungs"
    )
    number = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    # Where they began the next one; empty for who played none in this, and left the ladder by it.
    next = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["season", "number"], name="one_final_rung_a_number"),
            models.UniqueConstraint(fields=["season", "user"], name="one_final_rung_a_person"),
        )
        indexes = (
            # Serves the marks on a profile.
            models.Index(fields=["user"], condition=models.Q(number__lte=3), name="ladder_marks"),
        )

    def __str__(self) -> str:
        return f"rung {self.number} of season {self.season_id}"
