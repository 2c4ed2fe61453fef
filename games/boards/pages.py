"""Parts of pages that a board brings along."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Page(NamedTuple):
    """A template, and what it shows."""

    template: str
    context: Mapping[str, Any]


class Teaser(NamedTuple):
    """A game for those who do not know it yet: on the front page, and wherever games are listed."""

    title: Any
    """The headline of a site that has no other game."""
    description: Any
    """What such a site is, in a sentence: for search engines, and for devices that keep it."""
    pitch: Any
    """What the game is like, in two sentences."""
    figure: str
    """The template of a drawing, a `<figure>`."""
    steps: str
    """The template that shows in a few steps how it is played."""


class Measures(NamedTuple):
    """What stands beside the score in the lists of the best, and what the game of a day is called.

    The engine's `Feat` has the numbers.
    """

    done: Any
    """The head of a column."""
    spent: Any
    """Another."""
    daily: Any
    """The title of the page of the day; empty where there is none."""
    daily_pitch: Any
    """What one plays there, in a sentence or two."""
