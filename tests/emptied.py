"""What the database is left with when it is emptied after a test that commits."""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.commands import flush


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """As pytest-django sets it up. What Django works out from all models is noted once.

    Each time it empties a database, it works out anew which permissions there are for which
    models, which took longer than most of the tests did.
    """
    with django_db_blocker.unblock():
        types, permissions = list(ContentType.objects.all()), list(Permission.objects.all())

    def put_back(verbosity, interactive, db, **kwargs):
        ContentType.objects.using(db).bulk_create(types)
        Permission.objects.using(db).bulk_create(permissions)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", put_back)
        yield
