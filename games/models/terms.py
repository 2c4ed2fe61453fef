"""What people agree on before they play."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.clocks import TimeControl


class Terms(models.Model):
    """The terms of an offer, and of the game that it became."""

    class TimeKind(models.TextChoices):
        TURN = "turn", _("days for each turn")
        BANK = "bank", _("a bank of days")

    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    # How many sit at the table, and what was chosen by name: the engine's `Setup`.
    seats = models.PositiveSmallIntegerField(default=2)
    options = models.JSONField(default=dict, blank=True)
    # Rated games are public to watch, friendly ones may be private.
    is_rated = models.BooleanField(default=False)
    is_private = models.BooleanField(default=False)
    # Whether the clock stands still while somebody is away.
    absences_count = models.BooleanField(default=True)
    time_kind = models.CharField(max_length=4, choices=TimeKind)
    # Days for a turn, or in the bank at first; the others are a bank's alone.
    time_days = models.PositiveSmallIntegerField()
    time_increment = models.PositiveSmallIntegerField(default=0)
    time_cap = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            models.CheckConstraint(
                condition=models.Q(is_rated=False) | models.Q(is_private=False),
                name="%(class)s_rated_is_public",
            ),
            models.CheckConstraint(
                condition=models.Q(time_kind="turn", time_increment=0, time_cap=0)
                | models.Q(time_kind="bank", time_cap__gte=models.F("time_days")),
                name="%(class)s_time_makes_sense",
            ),
        )

    @property
    def time(self) -> TimeControl:
        return TimeControl(self.time_kind, self.time_days, self.time_increment, self.time_cap)
