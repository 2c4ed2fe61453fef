from typing import Any

from django.db import migrations
from django.db.models import F, OuterRef, Subquery

SIZE = 16


def fill(apps: Any, schema_editor: Any) -> None:
    """Say of old games, which were all for two, what new ones say for each place."""
    Game, Player = apps.get_model("games", "Game"), apps.get_model("games", "Player")
    offered = Player.objects.filter(game__seat_of_offerer=F("seat"))
    offered.filter(game__offerer_bytes_from_browser=True).update(bytes_from_browser=True)
    offered.update(place=0)
    accepted = Player.objects.filter(place=None)
    accepted.filter(game__acceptor_bytes_from_browser=True).update(bytes_from_browser=True)
    accepted.update(place=1)
    ply = Game.objects.filter(pk=OuterRef("game")).values("ply")
    Player.objects.filter(word_since__isnull=False).update(word_ply=Subquery(ply))
    # The offerer's bytes stood before the acceptor's, who gave none yet where an offer is open.
    secrets = apps.get_model("games", "DeckSecret").objects
    for secret in secrets.only("entropy").iterator(chunk_size=1000):
        given = bytes(secret.entropy)
        parts = [given[:SIZE], given[SIZE:]]
        by_place = {str(place): part.hex() for place, part in enumerate(parts) if part}
        secrets.filter(pk=secret.pk).update(by_place=by_place)


class Migration(migrations.Migration):
    dependencies = [("games", "0006_seats")]

    operations = [migrations.RunPython(fill, elidable=True)]
