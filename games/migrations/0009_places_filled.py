from typing import Any

from django.db import migrations

OWNER, OTHER = 0, 1
SEATS = {"first": 0, "second": 1}
MANY = 1000


def fill(apps: Any, schema_editor: Any) -> None:
    """Lay the table of every old offer for two: the owner's place, and the other one's."""
    Offer, Place = apps.get_model("games", "Offer"), apps.get_model("games", "Place")
    Player = apps.get_model("games", "Player")
    offers = Offer.objects.order_by("pk").iterator(chunk_size=MANY)
    laid: list[Any] = []
    for offer in offers:
        is_open = offer.status == "open"
        own = {"user_id": offer.owner_id, "state": "taken", "seat": SEATS.get(offer.seat)}
        own["bytes_from_browser"] = offer.bytes_from_browser
        other = _other(offer, Player)
        for number, place in ((OWNER, own), (OTHER, other)):
            laid.append(Place(offer=offer, number=number, is_waiting=is_open, **place))
        if len(laid) >= MANY:
            Place.objects.bulk_create(laid)
            laid.clear()
    Place.objects.bulk_create(laid)


def _other(offer: Any, Player: Any) -> dict[str, Any]:
    accepted = Player.objects.filter(game=offer.pk, place=OTHER).first()
    if accepted is not None:
        return {
            "user_id": accepted.user_id,
            "state": "taken",
            "bytes_from_browser": accepted.bytes_from_browser,
            "is_from_stranger": offer.is_from_stranger,
        }
    if offer.recipient_id is None:
        return {"user_id": None, "state": "open"}
    return {
        "user_id": offer.recipient_id,
        "state": "declined" if offer.status == "declined" else "invited",
        "answer": offer.answer,
        "is_from_stranger": offer.is_from_stranger,
    }


def name(apps: Any, schema_editor: Any) -> None:
    """Say in old notices who declined: the offer no longer does."""
    Notice = apps.get_model("games", "Notice")
    told = Notice.objects.filter(event="offer-answered", game=None, offer__recipient__isnull=False)
    for notice in told.select_related("offer").iterator(chunk_size=MANY):
        Notice.objects.filter(pk=notice.pk).update(person=notice.offer.recipient_id)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_seats_alone")]

    operations = [
        migrations.RunPython(fill, elidable=True),
        migrations.RunPython(name, elidable=True),
    ]
