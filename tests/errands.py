"""Which tasks were queued in this process, and which of them are done."""

from typing import Any, Self

from celery.signals import after_task_publish, task_postrun

from tests.real_services import wait_until


class Errands:
    """All that are queued within it, but those for later: nobody waits for their hour."""

    def __init__(self) -> None:
        # Two sets, for a task may be done before its sender hears that it was sent.
        self._queued: set[str] = set()
        self._done: set[str] = set()

    def __enter__(self) -> Self:
        after_task_publish.connect(self._note_queued)
        task_postrun.connect(self._note_done)
        return self

    def __exit__(self, *_error: object) -> None:
        after_task_publish.disconnect(self._note_queued)
        task_postrun.disconnect(self._note_done)

    def wait_until_done(self) -> None:
        wait_until(lambda: self._queued.copy() <= self._done, what="what was queued to be done")

    def _note_queued(self, headers: dict[str, Any], **_rest: object) -> None:
        if not headers["eta"]:
            self._queued.add(headers["id"])

    def _note_done(self, task_id: str, **_rest: object) -> None:
        self._done.add(task_id)
