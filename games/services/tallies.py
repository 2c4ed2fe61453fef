"""Tallies: what a game that ended adds to what everybody at the table has won and lost."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.db import connection

from games.models import Player, Tally
from games.selectors.tables import Table

Scope = Tally.Scope
TABLE: Final = "games_tally"


class Line(NamedTuple):
    """One game in one tally. The first four say in which; of the others one is 1 at most."""

    user_id: int
    rival_id: int
    ruleset: str
    scope: str
    won: int
    drawn: int
    lost: int


def count(table: Table) -> None:
    """Count a game that has just ended, for everybody who may look it up: a bot's are not.

    One statement for all of them, in which the rows of people come by their ids: whoever ends
    another game with the same people waits, and is not waited for.
    """
    if not table.game.counts or table.game.is_branch:
        return
    lines = sorted(line for player in table.players for line in _lines(table, player))
    if not lines:
        return
    with connection.cursor() as cursor:
        cursor.execute(_statement(len(lines)), [value for line in lines for value in line])


def _lines(table: Table, player: Player) -> Iterator[Line]:
    if player.user.bot:
        return
    first = sum(other.placing == 1 for other in table.players)
    how = (
        int(player.placing == 1 and first == 1),
        int(player.placing == 1 and first > 1),
        int(player.placing is not None and player.placing > 1),
    )
    # How often somebody plays the game of a day is no secret, and it is public soon.
    is_private = table.game.is_private and table.game.daily_id is None
    scopes = (Scope.ALL,) if is_private else (Scope.ALL, Scope.PUBLIC)
    for other in table.players:
        for scope in scopes:
            yield Line(player.user_id, other.user_id, table.game.ruleset, scope.value, *how)


def _statement(lines: int) -> str:
    """Add lines to their tallies, and make those that are not there yet."""
    table = TABLE
    values = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * lines)
    return f"""
        INSERT INTO {table} (user_id, rival_id, ruleset, scope, played, won, drawn, lost,
                             winning, most_winning, unbeaten, most_unbeaten)
        SELECT column1, column2, column3, column4, 1, column5, column6, column7,
               column5, column5, column5 + column6, column5 + column6
        FROM (VALUES {values}) AS line WHERE true
        ON CONFLICT (user_id, rival_id, ruleset, scope) DO UPDATE SET
            played = {table}.played + 1,
            won = {table}.won + excluded.won,
            drawn = {table}.drawn + excluded.drawn,
            lost = {table}.lost + excluded.lost,
            winning = {_run("winning", goes_on="excluded.won = 1")},
            most_winning = {_longest("winning", goes_on="excluded.won = 1")},
            unbeaten = {_run("unbeaten", goes_on="excluded.won + excluded.drawn = 1")},
            most_unbeaten = {_longest("unbeaten", goes_on="excluded.won + excluded.drawn = 1")}
    """  # noqa: S608 - nothing in it comes from outside


def _run(column: str, *, goes_on: str) -> str:
    """How long a run is after the game: one more, over, or as it was where nobody won or lost."""
    before = f"{TABLE}.{column}"
    nothing = "excluded.won + excluded.drawn + excluded.lost = 0"
    return f"CASE WHEN {goes_on} THEN {before} + 1 WHEN {nothing} THEN {before} ELSE 0 END"


def _longest(column: str, *, goes_on: str) -> str:
    table = TABLE
    longer = f"{goes_on} AND {table}.{column} >= {table}.most_{column}"
    return f"CASE WHEN {longer} THEN {table}.{column} + 1 ELSE {table}.most_{column} END"
