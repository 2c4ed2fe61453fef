"""How strong somebody is at a game, and what changed it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.games import Game
from games.strengths import Strength


class Rating(models.Model):
    """How strong somebody is at one game, as of their last rated one; see `selectors.ratings`."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings"
    )
    ruleset = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    # How many games made it, and when the last of them ended: since then it has become less sure.
    games = models.PositiveIntegerField(default=0)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "ruleset"], name="one_rating_a_game"),
            models.CheckConstraint(condition=models.Q(sigma__gt=0), name="rating_is_uncertain"),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} of {self.user_id}: {self.strength.points}"

    @property
    def strength(self) -> Strength:
        return Strength(self.mu, self.sigma)

    @strength.setter
    def strength(self, strength: Strength) -> None:
        self.mu, self.sigma = strength.mu, strength.sigma


class RatingChange(models.Model):
    """One change of a rating. Written once, never changed: a correction is another row.

    Their order is that in which they were made: whoever makes one has locked the rating.
    """

    class Reason(models.TextChoices):
        RESULT = "result", _("a game")
        WAIVED = "waived", _("the winner waived a game")
        VOIDED = "voided", _("a game was taken out")
        MENDED = "mended", _("computed anew")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    ruleset = models.CharField(max_length=20)
    # The game that caused it; empty where all was computed anew.
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, null=True, blank=True, related_name="rating_changes"
    )
    reason = models.CharField(max_length=6, choices=Reason)
    made_at = models.DateTimeField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    # How much of the full change it is: less for who loses on time again and again.
    share = models.FloatField(default=1)
    # What the others had then: a list of [person, mu, sigma].
    rivals = models.JSONField(default=list)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(reason="result"),
                name="one_rating_change_a_game",
            ),
            models.CheckConstraint(
                condition=models.Q(reason="mended", game=None)
                | (~models.Q(reason="mended") & models.Q(game__isnull=False)),
                name="rating_change_has_a_cause",
            ),
            models.CheckConstraint(
                condition=models.Q(share__gt=0, share__lte=1), name="rating_change_share"
            ),
        )
        indexes = (
            # Serves a rating over time.
            models.Index(fields=["user", "ruleset", "id"], name="rating_change_of_person"),
        )

    def __str__(self) -> str:
        return f"{self.reason} of {self.user_id}: {self.before.points} to {self.after.points}"

    @property
    def before(self) -> Strength:
        return Strength(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Strength:
        return Strength(self.mu_after, self.sigma_after)

    @property
    def points(self) -> int:
        """By how much it changed, as it is shown."""
        return self.after.points - self.before.points

    @property
    def is_reduced(self) -> bool:
        return self.share < 1


class Annulment(models.Model):
    """A rated game that changes nobody's rating, though it counts otherwise."""

    class Reason(models.TextChoices):
        WAIVED = "waived", _("waived by the winner")
        VOIDED = "voided", _("taken out by a moderator")

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="annulment")
    reason = models.CharField(max_length=6, choices=Reason)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="annulments"
    )
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game_id} {self.reason}"
