"""What is so at this moment, for the whole site: asked of the database and of the broker."""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from botanik_site import queues
from games.models import Delivery, Game, Heartbeat, Player
from games.services import thoughts, wall_clock

logger = logging.getLogger(__name__)

DAY: Final = timedelta(days=1)


class Standing(Collector):
    """Asked anew each time. A part that does not answer is told as such, and the others go on."""

    def collect(self) -> Iterator[Metric]:
        answers = GaugeMetricFamily(
            "botanik_part_answers", "Whether a part was there to be asked", labels=["part"]
        )
        for part, look in PARTS.items():
            try:
                found = list(look())
            except Exception as error:  # noqa: BLE001 - whatever it is, this part cannot be asked
                logger.warning("%s: %s could not be measured", type(error).__name__, part)
                found = []
                answers.add_metric([part], 0)
            else:
                answers.add_metric([part], 1)
            yield from found
        yield answers


def database() -> Iterator[Metric]:
    now = timezone.now()
    yield from _games()
    yield from _deliveries(now)
    yield from _sweeps(now)
    yield _one("botanik_clock_skew_seconds", "Our clock against the database's", wall_clock.skew())


def _games() -> Iterator[Metric]:
    running = GaugeMetricFamily("botanik_games_running", "Games that run", labels=["bots"])
    counted = Game.objects.filter(status=Game.Status.RUNNING).order_by().values("has_bots")
    numbers = {row["has_bots"]: row["number"] for row in counted.annotate(number=Count("pk"))}
    running.add_metric(["no"], numbers.get(False, 0))
    running.add_metric(["yes"], numbers.get(True, 0))
    yield running


def _deliveries(now: datetime) -> Iterator[Metric]:
    due = GaugeMetricFamily("botanik_deliveries_due", "Notices to be sent now", labels=["channel"])
    oldest = GaugeMetricFamily(
        "botanik_deliveries_oldest_seconds", "How long the first is due", labels=["channel"]
    )
    failed = GaugeMetricFamily(
        "botanik_deliveries_failed", "Notices given up within a day", labels=["channel", "why"]
    )
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING, due_at__lte=now)
    for row in waiting.values("channel").annotate(number=Count("pk"), first=Min("due_at")):
        due.add_metric([row["channel"]], row["number"])
        oldest.add_metric([row["channel"]], (now - row["first"]).total_seconds())
    since = now - DAY
    lost = Delivery.objects.filter(status=Delivery.Status.FAILED, claimed_at__gte=since)
    for given_up in lost.values("channel", "why").annotate(number=Count("pk")):
        failed.add_metric([given_up["channel"], given_up["why"]], given_up["number"])
    yield from (due, oldest, failed)


def _sweeps(now: datetime) -> Iterator[Metric]:
    beat_at = Heartbeat.objects.values_list("beat_at", flat=True).first()
    yield _one("botanik_sweep_age_seconds", "Since the last sweep of clocks", _since(beat_at, now))
    late = Player.objects.aggregate(first=Min("deadline_at"))["first"]
    yield _one(
        "botanik_sweep_lag_seconds", "How long the first clock has run out", _since(late, now)
    )
    bots = thoughts.wanted().aggregate(number=Count("pk"), first=Min("word_since"))
    yield _one("botanik_bots_waited_for", "Bots that have the word", bots["number"])
    yield _one(
        "botanik_bots_waited_for_seconds",
        "How long the first of them has had it",
        _since(bots["first"], now),
    )


def broker() -> Iterator[Metric]:
    length = GaugeMetricFamily("botanik_queue_length", "Tasks in line", labels=["queue"])
    oldest = GaugeMetricFamily(
        "botanik_queue_oldest_seconds", "How long the first has waited", labels=["queue"]
    )
    for line in queues.lines():
        length.add_metric([line.name], line.length)
        oldest.add_metric([line.name], line.oldest)
    yield from (length, oldest)


def _since(moment: datetime | None, now: datetime) -> float:
    """Seconds since then; none if it is still to come, or never was."""
    return max((now - moment).total_seconds(), 0) if moment else 0


def _one(name: str, says: str, value: float) -> Metric:
    return GaugeMetricFamily(name, says, value=value)


PARTS: Final[dict[str, Callable[[], Iterator[Metric]]]] = {"database": database, "broker": broker}
