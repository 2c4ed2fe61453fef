"""Background work about games: fetch, call a service."""

from uuid import UUID

from celery import shared_task


@shared_task
def answer_live_check(check_id: str) -> None:
    """Answer a live check, from wherever the worker runs."""
    from games.services import live_checks  # noqa: PLC0415 - services queue tasks

    live_checks.answer(UUID(check_id))
