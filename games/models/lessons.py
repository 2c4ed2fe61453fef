"""What somebody has learned."""

from django.conf import settings
from django.db import models


class DoneTask(models.Model):
    """A task of a lesson whose aim somebody has reached; of visitors the session keeps it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="done_tasks"
    )
    ruleset = models.CharField(max_length=20)
    lesson = models.SlugField(max_length=20, db_index=False)
    # Counted from 1.
    task = models.PositiveSmallIntegerField()
    done_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["user", "ruleset", "lesson", "task"], name="one_task_done_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.lesson} {self.task} of {self.user_id}"
