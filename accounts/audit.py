"""The audit log: what was done with more rights than a player's, each entry chained to the last.

An entry holds the digest of the one before, so that none can be changed, taken out or put in
between without all that follow it. The database refuses changes by triggers (migration 0014),
and `manage.py verify_audit` reads the chain from its beginning.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from django.utils import timezone

from accounts.models import AuditEntry, AuditHead, User

BEGINNING: Final = "0" * 64
"""What stands before the first entry."""
AT_A_TIME: Final = 2000


def append(
    action: str, *, actor: User | None, person: User | None = None, thing: str = "", **facts: Any
) -> AuditEntry:
    """Note what is being done, in the transaction that does it: without one it is an error.

    Whoever appends holds the lock of the log until their transaction ends: it is the last of all
    locks. `facts` are numbers and codes, never what somebody wrote.
    """
    AuditHead.objects.select_for_update().get_or_create(pk=1)
    last = AuditEntry.objects.order_by("-number").first()
    entry = AuditEntry(
        number=last.number + 1 if last else 1,
        made_at=timezone.now(),
        actor=actor.pk if actor else None,
        person=person.pk if person else None,
        action=action,
        thing=thing,
        facts=facts,
        previous=last.digest if last else BEGINNING,
    )
    entry.digest = digest_of(entry)
    entry.save(force_insert=True)
    return entry


def digest_of(entry: AuditEntry) -> str:
    """What an entry's digest must be: of all that it says, and of the one before."""
    said = [
        entry.number,
        _moment(entry.made_at),
        entry.actor,
        entry.person,
        entry.action,
        entry.thing,
        entry.facts,
        entry.previous,
    ]
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _moment(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def problems() -> Iterator[str]:
    """Whatever is wrong with the chain, from its beginning; nothing where it is whole.

    That entries are missing at its end shows only beside a number or a digest that was written
    down elsewhere, as on the page of monthly counts.
    """
    number, previous = 0, BEGINNING
    for entry in AuditEntry.objects.order_by("number").iterator(chunk_size=AT_A_TIME):
        if entry.number != number + 1:
            yield f"Entry {number + 1} is missing."
        elif entry.previous != previous:
            yield f"Entry {entry.number} does not follow the one before it."
        if digest_of(entry) != entry.digest:
            yield f"Entry {entry.number} was changed."
        number, previous = entry.number, entry.digest
