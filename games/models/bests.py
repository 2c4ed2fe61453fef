"""What a team, or somebody alone, has reached in games whose results are compared."""

from django.db import models

from games.models.dailies import Daily
from games.models.games import Game


class Result(models.Model):
    """How a game ended that is compared with others of the same terms: written when it ends.

    What it is compared by is copied, so that a list is read off the end of an index.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="result"
    )
    ruleset = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    # All options with their values, also those that nobody chose: see games/selectors/bests.py.
    course = models.CharField(max_length=80)
    has_bots = models.BooleanField()
    score = models.SmallIntegerField()
    # The engine's `Feat`: what was done, and what had been spent when the last of it was.
    done = models.PositiveIntegerField()
    spent = models.PositiveIntegerField()
    ended_at = models.DateTimeField()
    # The day whose deck it was: such a result stands in the lists of the day and its week alone.
    daily = models.ForeignKey(
        Daily, on_delete=models.PROTECT, null=True, blank=True, related_name="results"
    )

    class Meta:
        indexes = (
            # Serves the lists of the best.
            models.Index(
                "ruleset", "rules_version", "seats", "course", "has_bots",
                models.F("score").desc(), "spent", "game",
                condition=models.Q(daily=None),
                name="result_best",
            ),
            # Serves the list of a day.
            models.Index("daily", models.F("score").desc(), "spent", "game", name="result_of_day"),
        )  # fmt: skip

    def __str__(self) -> str:
        return f"{self.score} in {self.game_id}"
