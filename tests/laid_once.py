"""What many tests begin with, made once and not for each of them."""

from collections.abc import Iterator
from contextlib import contextmanager

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
