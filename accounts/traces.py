"""From where somebody was here lately: devices and addresses, as digests that lead back to neither.

Moderators who look for two accounts of one person compare them; nobody reads more from them than
that two are the same. Guests leave them too: who tries something on as a guest is often somebody.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from redis.exceptions import RedisError

from accounts.http import UNKNOWN, client_address, origin
from accounts.models import Trace, User

COOKIE: Final = "device"
KEPT: Final = timedelta(days=90)
NOTED_EVERY: Final = 24 * 60 * 60  # seconds
IS_DEVICE: Final = re.compile(r"[0-9a-f]{32}")  # 128 bits
LOOKED_AT: Final = 20
"""Of so many of somebody's newest traces others are looked for."""
LOOKED_THROUGH: Final = 100
MOST_SHOWN: Final = 30

Kind = Trace.Kind


def note(request: HttpRequest, response: HttpResponse) -> None:
    """Note device and address of who is logged in, at most once a day for the same place.

    Called where a session is noted as seen, after the person's row was written: they are here,
    and locked. The device gets its cookie with the answer, unless others may be sent that, too.
    """
    known = request.COOKIES.get(COOKIE, "")
    device = known if IS_DEVICE.fullmatch(known) else secrets.token_hex(16)
    address = origin(client_address(request))
    kept: dict[Kind, str] = {Kind.DEVICE: device}
    if address != UNKNOWN:
        kept[Kind.ADDRESS] = address
    if "public" in response.get("Cache-Control", "") or not _is_due(request, kept):
        return
    _remember(response, device)
    _write(request.user.pk or 0, {kind: digest_of(kind, value) for kind, value in kept.items()})


def digest_of(kind: Trace.Kind, value: str) -> str:
    """What tells one device or address from others, and tells nobody which it is."""
    return salted_hmac(f"accounts.traces.{kind}", value, algorithm="sha256").hexdigest()[:32]


def _is_due(request: HttpRequest, kept: dict[Trace.Kind, str]) -> bool:
    place = digest_of(Kind.DEVICE, ":".join(kept.values()))
    try:
        return cache.add(f"trace-noted:{request.user.pk}:{place}", 1, timeout=NOTED_EVERY)
    except RedisError:
        return False  # nobody loses a page because this cannot be noted


def _remember(response: HttpResponse, device: str) -> None:
    response.set_cookie(
        COOKIE,
        device,
        max_age=int(KEPT.total_seconds()),
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _write(user_id: int, digests: dict[Trace.Kind, str]) -> None:
    """One statement for both."""
    now = timezone.now()
    rows = [
        Trace(user_id=user_id, kind=kind, digest=digest, first_seen_at=now, last_seen_at=now)
        for kind, digest in digests.items()
    ]
    Trace.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["user", "kind", "digest"],
        update_fields=["last_seen_at"],
    )


def forget() -> None:
    """Let go of what was left more than 90 days ago. Safe to run late or twice."""
    Trace.objects.filter(last_seen_at__lte=timezone.now() - KEPT).delete()


@dataclass(frozen=True, slots=True)
class Shared:
    """Somebody who left the same device or address as another."""

    user: User
    devices: int
    addresses: int
    last_seen_at: datetime
    """When the newest of these was seen with them."""


def sharing(person: User) -> Sequence[Shared]:
    """Others who were lately where this person was, those with the same device first."""
    found: dict[int, list[Trace]] = {}
    for kind in Kind:
        for trace in _alike(person, kind):
            found.setdefault(trace.user_id, []).append(trace)
    shared = [_shared(traces) for traces in found.values()]
    shared.sort(key=lambda one: one.last_seen_at, reverse=True)
    return sorted(shared, key=lambda one: one.devices == 0)[:MOST_SHOWN]


def _alike(person: User, kind: Trace.Kind) -> QuerySet[Trace]:
    """What others left that is the same, newest first; of a busy address not all of them."""
    newest = person.traces.filter(kind=kind).order_by("-last_seen_at")
    digests = list(newest.values_list("digest", flat=True)[:LOOKED_AT])
    others = Trace.objects.filter(kind=kind, digest__in=digests).exclude(user=person)
    return others.select_related("user").order_by("-last_seen_at")[:LOOKED_THROUGH]


def _shared(traces: Sequence[Trace]) -> Shared:
    kinds = [trace.kind for trace in traces]
    return Shared(
        user=traces[0].user,
        devices=kinds.count(Kind.DEVICE),
        addresses=kinds.count(Kind.ADDRESS),
        last_seen_at=max(trace.last_seen_at for trace in traces),
    )
