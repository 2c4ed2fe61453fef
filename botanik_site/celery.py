"""The Celery application: tasks are found in each app's `tasks.py`."""

import logging
import os
import time
from typing import Any

from celery import Celery, Task
from celery.exceptions import Ignore
from kombu.transport import TRANSPORT_ALIASES

from botanik_site.reach import reach

TRANSPORT_ALIASES["orderly-memory"] = "botanik_site.memory_broker:Transport"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")


logger = logging.getLogger(__name__)


class PunctualTask(Task):  # type: ignore[type-arg]
    """What runs by the clock runs where the clock is right: elsewhere it is left to other workers.

    They set deadlines and judge by them. It is not tried again: the next round comes by itself.
    """

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        if not self.request.called_directly and self._is_by_the_clock() and not self._is_in_time():
            logger.error("the clock of this machine is wrong: it does not %s", self.name)
            raise Ignore
        return super().__call__(*arguments, **options)

    def _is_by_the_clock(self) -> bool:
        return any(entry["task"] == self.name for entry in self.app.conf.beat_schedule.values())

    def _is_in_time(self) -> bool:
        from games.services import wall_clock  # noqa: PLC0415 - needs the apps

        return wall_clock.is_right()


class PromptCelery(Celery):
    """Gives up where a page would wait for a broker that does not answer, see `reach`."""

    def connection_for_write(self, url: str | None = None, **options: Any) -> Any:
        """Only what is written: a worker that reads waits long for the next task."""
        if reach.is_hurried:
            own = options.pop("transport_options", None) or {}
            options["transport_options"] = {**reach.limits, "max_retries": 0, **own}
        return super().connection_for_write(url, **options)

    def send_task(self, *arguments: Any, **options: Any) -> Any:
        if reach.is_hurried:
            # Trying again is waiting again; redis-py renews a lost connection by itself.
            options["retry"] = False
        # For how long it waits is measured by whoever takes it from the line, or looks at the line.
        options["headers"] = {**(options.get("headers") or {}), "queued_at": time.time()}
        with reach.attempt():
            return super().send_task(*arguments, **options)


app = PromptCelery("botanik", task_cls=PunctualTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
