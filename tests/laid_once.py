"""What many tests begin with, made once and not for each of them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def laid_once(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Rows that are made here stay until the block ends; what each test does to them is undone.

    A transaction around those of the tests, as Django's TestCase has one for a class. Not for tests
    that commit. A test reads the rows anew: only in the database they are as good as new.
    """
    around = transaction.atomic()
    around._from_testcase = True  # type: ignore[attr-defined]
    with blocker.unblock():
        around.__enter__()
    try:
        yield
    finally:
        with blocker.unblock():
            transaction.set_rollback(True)
            around.__exit__(None, None, None)


def laid_for_class(lay: Callable[[], Any]) -> Any:
    """A fixture: what `lay` returns, laid once for all tests of a class.

    A class of tests that commit has a fixture of this name for itself, which lays for each of them.
    """

    @pytest.fixture(scope="class")
    def laid(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Any]:
        with laid_once(django_db_blocker):
            with django_db_blocker.unblock():
                rows = lay()
            yield rows

    return laid
