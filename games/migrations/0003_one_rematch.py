from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def detach_duplicates(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Of several rematches of one game keep the first that was accepted; the others are games, or
    offers, of their own.
    """
    offers = apps.get_model("games", "Offer").objects
    several = (
        offers.filter(rematch_of__isnull=False, status__in=["open", "accepted"])
        .values("rematch_of")
        .annotate(number=models.Count("pk"))
        .filter(number__gt=1)
    )
    for game in list(several.values_list("rematch_of", flat=True)):
        rematches = offers.filter(rematch_of=game, status__in=["open", "accepted"])
        # "accepted" comes before "open".
        first = rematches.order_by("status", "closed_at", "made_at", "pk")[0]
        rematches.exclude(pk=first.pk).update(rematch_of=None)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_notices'),
    ]

    operations = [
        migrations.RunPython(detach_duplicates, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='offer',
            name='one_open_rematch',
        ),
        migrations.AddConstraint(
            model_name='offer',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ['open', 'accepted'])), fields=('rematch_of',), name='one_rematch'),
        ),
    ]
