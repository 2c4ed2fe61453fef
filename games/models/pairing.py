"""Where people are brought together."""

from django.db import models


class PairingDesk(models.Model):
    """One for each game. Who looks for an opponent locks it before anything else.

    So of two who look in the same instant the second finds the first.
    """

    ruleset = models.CharField(max_length=20, unique=True)

    def __str__(self) -> str:
        return self.ruleset
