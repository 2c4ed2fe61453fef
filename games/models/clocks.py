"""What clocks need to know beside the games."""

from django.db import models


class Heartbeat(models.Model):
    """When the sweep ran last: a gap means that the site was down. One row."""

    beat_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"last beat at {self.beat_at}"
