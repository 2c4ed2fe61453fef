"""Games that are over, and the archive of the month in which they ended."""

import gzip
import io

from engine import read_record
from engine.records import parted
from games.models import Archive
from games.services import archives, endings
from tests.factories import GameFactory


def finished_game(first, second, *, turns=2, **wish):
    """A game that the second gave up just now."""
    game = GameFactory(users=[first, second], turns=turns, **wish)
    endings.resign(game_id=game.pk, user=second)
    game.refresh_from_db()
    return game


def make_all(**options):
    """What beat and the workers do, until nothing is due any more."""
    archives.tend()
    for archive in Archive.objects.order_by("month"):
        archives.make(archive.pk, **options)


def records_in(data):
    """The texts of the records in a downloaded file."""
    text = gzip.decompress(data).decode()
    return [part.rstrip("\n") + "\n" for _line, part in parted(io.StringIO(text))] if text else []


def ids_in(data):
    return [read_record(text).tags["GameId"] for text in records_in(data)]


def sent(response):
    return b"".join(response.streaming_content)
