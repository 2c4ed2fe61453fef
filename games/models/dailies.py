"""The same deck for everybody, once a day."""

import uuid

from django.conf import settings
from django.db import models


class Daily(models.Model):
    """A day's game for one: its deck is committed to before the day begins.

    The secret of the deck stands under its id, as a game's stands under the game's. A day is from
    midnight to midnight, UTC.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict, blank=True)
    day = models.DateField()
    # Public from the start.
    commitment = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    # When its games were shown to everybody; empty until then.
    opened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "dailies"
        constraints = (models.UniqueConstraint(fields=["ruleset", "day"], name="one_daily_a_day"),)

    def __str__(self) -> str:
        return f"{self.ruleset} of {self.day}"


class DailyTry(models.Model):
    """That somebody has begun the game of a day: everybody may once."""

    daily = models.ForeignKey(Daily, on_delete=models.PROTECT, related_name="tries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="daily_tries"
    )
    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, related_name="daily_try")
    begun_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "daily tries"
        constraints = (models.UniqueConstraint(fields=["daily", "user"], name="one_try_a_day"),)

    def __str__(self) -> str:
        return f"{self.user_id} at {self.daily_id}"
