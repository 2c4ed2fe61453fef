"""Quicker than Django's own emptying of the database after a test that commits.

Django truncates every table, which PostgreSQL answers with new files for each, and then makes all
content types and permissions anew. Here only rows go that there are, and those two stay.
"""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connections, transaction
from django.test import TransactionTestCase

# Made by migrating, and by nobody afterwards.
KEPT = {ContentType._meta.db_table, Permission._meta.db_table}


def pytest_configure(config):
    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_teardown", empty_databases)
    config.add_cleanup(patch.undo)


def empty_databases(case) -> None:
    for alias in case._databases_names(include_mirrors=False):
        empty(alias)


def empty(alias: str) -> None:
    """Delete all rows but those that are kept; keys are compared when all are gone."""
    connection = connections[alias]
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = [connection.ops.quote_name(table) for table in tables if table not in KEPT]
    questions = [f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in names]
    with transaction.atomic(using=alias), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(questions))
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")
