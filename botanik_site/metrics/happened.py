"""What is counted about requests and tasks, as they come."""

import time
from typing import Any, Final

from celery import signals
from prometheus_client import Counter, Gauge, Histogram

from games import solid_counts as _solid  # noqa: F401 - before anything is counted

REQUESTS: Final = Counter(
    "botanik_requests", "Requests by the route that they took", ["route", "status"]
)
REQUEST_SECONDS: Final = Histogram(
    "botanik_request_seconds",
    "Time until an answer was made",
    ["route"],
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
TASKS: Final = Counter("botanik_tasks", "Tasks that workers have ended", ["task", "state"])
TASK_SECONDS: Final = Histogram(
    "botanik_task_seconds",
    "Time that tasks take",
    ["task"],
    buckets=(0.01, 0.1, 0.5, 1, 5, 15, 60, 300),
)
TASK_WAIT_SECONDS: Final = Histogram(
    "botanik_task_wait_seconds",
    "Time from queueing a task until a worker begins it",
    ["task"],
    buckets=(0.05, 0.25, 1, 5, 20, 60, 300),
)
TASK_DONE_AT: Final = Gauge(
    "botanik_task_done_timestamp_seconds",
    "When a task was last done without failing",
    ["task"],
    multiprocess_mode="max",
)

_begun: dict[str, float] = {}


def watch_tasks() -> None:
    """From now on count what the workers of this process do."""
    signals.task_prerun.connect(_begin, weak=False)
    signals.task_postrun.connect(_end, weak=False)


def _begin(task_id: str, task: Any, **rest: Any) -> None:
    _begun[task_id] = time.monotonic()
    if queued_at := (task.request.headers or {}).get("queued_at"):
        waited = max(time.time() - float(queued_at), 0)
        TASK_WAIT_SECONDS.labels(_name(task)).observe(waited)


def _end(task_id: str, task: Any, state: str, **rest: Any) -> None:
    name = _name(task)
    TASK_SECONDS.labels(name).observe(time.monotonic() - _begun.pop(task_id, time.monotonic()))
    TASKS.labels(name, state or "LOST").inc()
    if state == "SUCCESS":
        TASK_DONE_AT.labels(name).set(time.time())


def _name(task: Any) -> str:
    return str(task.name).rpartition(".")[2]
