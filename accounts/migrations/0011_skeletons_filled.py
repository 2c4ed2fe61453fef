"""The skeleton of every name. Names that were alike until now stay, and are told apart."""

from typing import Any

from django.db import migrations

# As accounts/usernames.py was: until now all names were of letters from a to z.
SAME_STROKE = str.maketrans("i10", "llo")


def fill(apps: Any, schema_editor: Any) -> None:
    known = set()
    people = apps.get_model("accounts", "User").objects
    for person in people.order_by("pk").only("pk", "username").iterator():
        found = person.username.lower().translate(SAME_STROKE)
        person.skeleton = f"{found}~{person.pk}" if found in known else found
        known.add(found)
        person.save(update_fields=["skeleton"])
    for former in apps.get_model("accounts", "FormerName").objects.only("pk", "name").iterator():
        former.skeleton = former.name.lower().translate(SAME_STROKE)
        former.save(update_fields=["skeleton"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_skeletons")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
