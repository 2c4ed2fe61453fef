"""Errors told to a Sentry, as silently as in the logs: no path, no address, no value, no text.

What is sent is made anew from what our log would say, so nothing that the SDK gathers goes along.
"""

import logging
from typing import Any, Final

import sentry_sdk
from django.conf import settings
from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger

from botanik_site.logs import fields_of

ALWAYS: Final = ("event_id", "timestamp", "platform", "level", "release", "logger")
OF_A_FRAME: Final = ("filename", "module", "function", "lineno", "in_app")


def start() -> None:
    """From now on whatever is logged as an error is reported, if SENTRY_DSN says where to."""
    if not settings.SENTRY_DSN:
        return
    # Its line about a request that failed: the exception itself is reported.
    ignore_logger("botanik.request")
    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        before_send=_silenced,
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        auto_session_tracking=False,
        send_client_reports=False,
        server_name="",
    )


def _silenced(event: Any, hint: dict[str, Any]) -> Any:
    """The little that is told of an error; nothing where there is no line of a log."""
    record = hint.get("log_record")
    if record is None:
        return None
    said = fields_of(record)
    tags = {name: str(said[name]) for name in ("request_id", "method", "route") if name in said}
    kept = {name: event[name] for name in ALWAYS if name in event}
    return {**kept, "message": said["message"], "tags": tags, "exception": _exception(event)}


def _exception(event: dict[str, Any]) -> dict[str, Any]:
    """Which kind of fault and where, but not its text."""
    values = event.get("exception", {}).get("values", [])
    return {"values": [{"type": one.get("type"), "stacktrace": _places(one)} for one in values]}


def _places(one: dict[str, Any]) -> dict[str, Any]:
    frames = (one.get("stacktrace") or {}).get("frames", [])
    return {
        "frames": [{name: frame[name] for name in OF_A_FRAME if name in frame} for frame in frames]
    }
