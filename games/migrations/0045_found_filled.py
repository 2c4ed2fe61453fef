"""Not in one transaction: adding the columns and filling them under one lock would stop every table."""

from collections.abc import Iterator
from typing import Any

from django.db import migrations, transaction
from django.db.models import Avg, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Round

AT_A_TIME = 2000


def fill(apps: Any, schema_editor: Any) -> None:
    """Note in every game and play what games are found by."""
    Game, Player = apps.get_model("games", "Game"), apps.get_model("games", "Player")
    RatingChange = apps.get_model("games", "RatingChange")
    here = Player.objects.filter(game=OuterRef("pk"))
    first = here.filter(placing=1)
    shared = Player.objects.filter(game=OuterRef("game"), placing=1).exclude(pk=OuterRef("pk"))
    rated = RatingChange.objects.filter(game=OuterRef("pk"), reason="result").order_by()
    # What a rating is shown as: games/strengths.py.
    points = Round(1500 + 30 * (Avg("mu_before") - 25))
    for some in _batches(Game):
        with transaction.atomic():
            games = Game.objects.filter(pk__in=some)
            games.filter(Exists(here.filter(~Q(user__bot="")))).update(has_bots=True)
            games.update(
                winner=Subquery(first.filter(~Exists(shared)).values("seat")[:1]),
                mean_rating=Subquery(rated.values("game").annotate(mean=points).values("mean")),
            )
            Player.objects.filter(game__in=some, game__is_private=True).update(is_private=True)


def _batches(Game: Any) -> Iterator[list[Any]]:
    """The keys of all games, some at a time: no statement holds them all."""
    last = None
    while True:
        rest = Game.objects.filter(pk__gt=last) if last else Game.objects.all()
        some = list(rest.order_by("pk").values_list("pk", flat=True)[:AT_A_TIME])
        if not some:
            return
        yield some
        last = some[-1]


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0044_films'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
