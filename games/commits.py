"""What is done once a change can be read by others: nudging tabs, queueing tasks."""

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import Any

from django.db import transaction


def after_commit(act: Callable[..., Any], *arguments: Any) -> None:
    """Call `act` when the transaction has been committed.

    Robust: where a part is out of reach, what was committed stands, the failure is logged, and a
    sweep or the next look makes up for it. The wrapping gives the call the name by which Django
    logs its failure; a bare partial has none, and so would make the request itself fail.
    """
    transaction.on_commit(update_wrapper(partial(act, *arguments), act), robust=True)
