"""Files that are sent piece by piece, for they may be larger than what a process should hold."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import StreamingHttpResponse
from django.utils.http import content_disposition_header


class Attachment(StreamingHttpResponse):
    """A file to keep, read from the database one piece at a time, whichever server sends it.

    Under ASGI Django would gather all pieces of what is no coroutine before it sends the first. The
    next one is asked for in the thread of the request, as all of it. In between no connection to
    the database is kept: how long a client takes to read is no reason for others to wait for one.
    """

    def __init__(self, pieces: Iterator[bytes], *, name: str, **options: Any) -> None:
        super().__init__(_letting_go(pieces), **options)
        self["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = iter(self)
        while (piece := await sync_to_async(_next)(pieces)) is not None:
            yield piece


def _next(pieces: Iterator[bytes]) -> bytes | None:
    return next(pieces, None)


def _letting_go(pieces: Iterator[bytes]) -> Iterator[bytes]:
    for piece in pieces:
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        yield piece
