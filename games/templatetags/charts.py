"""Bars that stand in a table, beside the numbers that they show."""

from typing import Protocol

from django import template
from django.utils.safestring import SafeString

from games import charts

register = template.Library()


class Results(Protocol):
    """How some games went."""

    won: int
    drawn: int
    lost: int


@register.simple_tag
def shares(row: Results) -> SafeString:
    return charts.shares(row.won, row.drawn, row.lost)
