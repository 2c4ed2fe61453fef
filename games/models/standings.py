"""How often somebody won, against whom, and where they stand among all others."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Tally(models.Model):
    """How somebody's games of one kind went, counted when each of them ended.

    In the row in which `rival` is the person themselves are all their games, in the others those
    at tables where both sat. Counted as they end, so that no page counts what grows without bound.
    """

    class Scope(models.TextChoices):
        """Which games are counted: what everybody may know, or all for who played them."""

        PUBLIC = "public", _("public games")
        ALL = "all", _("all games")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tallies"
    )
    rival = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ruleset = models.CharField(max_length=20)
    scope = models.CharField(max_length=6, choices=Scope)
    # A first place that is shared is a draw; in a team nobody wins or loses.
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    # How many in a row were won, or not lost: now, and at the most.
    winning = models.PositiveIntegerField(default=0)
    most_winning = models.PositiveIntegerField(default=0)
    unbeaten = models.PositiveIntegerField(default=0)
    most_unbeaten = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["user", "rival", "ruleset", "scope"], name="one_tally_a_rival"
            ),
        )
        indexes = (
            # Serves whom somebody met most.
            models.Index(
                fields=["user", "ruleset", "scope", "played", "rival"], name="tally_most_met"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user_id} with {self.rival_id}: {self.won} of {self.played}"


class Leaderboard(models.Model):
    """Who is where, as of when. Its row is locked by whoever writes the standings anew."""

    class Kind(models.TextChoices):
        RATING = "rating", _("Rating")
        GAMES = "games", _("Games this month")

    ruleset = models.CharField(max_length=20)
    kind = models.CharField(max_length=6, choices=Kind)
    # Empty until it was written once.
    written_at = models.DateTimeField(null=True, blank=True)
    # What it was made of, to tell whether anything has changed since.
    source = models.CharField(max_length=80, blank=True)
    # False if a transaction that had begun before may have added to it since.
    is_settled = models.BooleanField(default=False)
    size = models.PositiveIntegerField(default=0)
    # How many stand in each step of the scale: a list of [where it begins, how many].
    shape = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["ruleset", "kind"], name="one_leaderboard_a_kind"),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} by {self.kind}"


class Standing(models.Model):
    """Somebody's place on a leaderboard: a copy, written anew for all of them at once.

    The database need not look up both keys for each row: they come from where they are kept.
    """

    leaderboard = models.ForeignKey(
        Leaderboard, on_delete=models.CASCADE, related_name="standings", db_constraint=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="standings",
        db_constraint=False,
    )
    # Counts on from 1, for paging; who has the same value shares a place.
    number = models.PositiveIntegerField()
    place = models.PositiveIntegerField()
    value = models.IntegerField()
    # How far off a rating may be.
    margin = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["leaderboard", "number"], name="one_standing_a_number"),
            models.UniqueConstraint(fields=["leaderboard", "user"], name="one_standing_a_person"),
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.user_id}"
