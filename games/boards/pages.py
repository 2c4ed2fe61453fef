"""A part of a page that a board brings along."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Page(NamedTuple):
    """A template, and what it shows."""

    template: str
    context: Mapping[str, Any]
