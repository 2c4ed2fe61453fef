"""When periodic tasks run."""

from datetime import UTC, datetime

from celery.beat import Scheduler

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class PromptScheduler(Scheduler):
    """Runs every periodic task once at its start, then by the clock.

    It keeps no file. What is due stands in the database, so after a stop the first round finds
    all that was missed; a second beat beside this one repeats work that is safe to repeat.
    """

    def setup_schedule(self) -> None:
        self.merge_inplace(self.app.conf.beat_schedule)
        for entry in self.schedule.values():
            entry.last_run_at = LONG_AGO
