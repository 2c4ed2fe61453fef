"""How a game was played, as a bot sees it."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.games import Game


class Review(models.Model):
    """A bot's estimate of every turn of a game that is over: made once, and kept for ever."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        WORKING = "working", _("being made")
        DONE = "done", _("done")
        FAILED = "failed", _("given up")

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="review")
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    # Empty where they have left since.
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="reviews",
    )
    asked_at = models.DateTimeField(default=timezone.now)
    # By whom and how it is made: the bot, the nodes for a turn, and `engine.review.METHOD`.
    bot = models.CharField(max_length=20)
    nodes = models.PositiveIntegerField()
    method = models.PositiveSmallIntegerField()
    # How many turns are judged, of how many; when one last was, and how often the next was begun.
    done = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField()
    noted_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    # See games/selectors/reviews.py, which alone reads and writes it.
    result = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints = (
            # However many workers there are: a review is never in a hurry.
            models.UniqueConstraint(
                fields=["status"],
                condition=models.Q(status="working"),
                name="one_review_is_made_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(status="done", finished_at__isnull=False)
                | (~models.Q(status="done") & models.Q(finished_at=None)),
                name="review_done_has_an_end",
            ),
        )
        indexes = (
            # Serves whose turn is next.
            models.Index(
                fields=["asked_at"],
                condition=models.Q(status="waiting"),
                name="review_waiting",
            ),
        )

    def __str__(self) -> str:
        return f"review of {self.game_id} ({self.status})"

    @property
    def is_done(self) -> bool:
        return self.status == self.Status.DONE

    @property
    def is_under_way(self) -> bool:
        return self.status in (self.Status.WAITING, self.Status.WORKING)

    @property
    def has_failed(self) -> bool:
        return self.status == self.Status.FAILED
