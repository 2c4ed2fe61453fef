"""Films of games that are over."""

from django.db import models
from django.utils import timezone

from games.models.games import Game


class Film(models.Model):
    """A game as an animated picture, made when somebody asks for it and kept for a while.

    It is running until it is finished or has failed. See games/services/films.py.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="films")
    # What it shows: of another name, or in another language, it is another film.
    digest = models.CharField(max_length=32)
    language = models.CharField(max_length=10)
    asked_at = models.DateTimeField(default=timezone.now)
    # When it was last begun, and how often.
    begun_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    failed_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # In the database, for the page that hands it out may run on another machine.
    data = models.BinaryField(null=True)
    size = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["game", "digest"], name="one_film_of_a_kind"),
        )

    def __str__(self) -> str:
        return f"film of {self.game_id}"

    @property
    def is_running(self) -> bool:
        return self.finished_at is None and self.failed_at is None
