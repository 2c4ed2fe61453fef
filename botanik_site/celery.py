"""The Celery application: tasks are found in each app's `tasks.py`."""

import os
from typing import Any

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

from botanik_site.reach import reach

TRANSPORT_ALIASES["orderly-memory"] = "botanik_site.memory_broker:Transport"
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "botanik_site.settings")


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
        with reach.attempt():
            return super().send_task(*arguments, **options)


app = PromptCelery("botanik")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
