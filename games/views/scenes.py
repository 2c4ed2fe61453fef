"""What pages with a board tell their templates: the position as it is, was, or would be.

The table, its playback, the replay and its frames all show a position in this way and no other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Self

from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil

from accounts import absences
from accounts import selectors as people
from accounts.models import User
from engine import Fact, Left, Move
from games.boards import Presented, Scene, board_of
from games.models import Game, Player
from games.selectors import ratings, results
from games.selectors.drafts import Draft
from games.selectors.eyes import Eyes
from games.selectors.moves import Turn
from games.selectors.replays import Look
from games.selectors.tables import Table
from games.services import decks, endings
from games.services import ratings as rating_services

HALF_A_DAY = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Drafted:
    """What templates are told of a draft. Its positions stay here: they know what is hidden."""

    moves: Sequence[Move]
    text: str
    can_act: bool
    is_complete: bool
    problem: str

    @classmethod
    def of(cls, draft: Draft) -> Self:
        return cls(draft.moves, draft.text, draft.can_act, draft.is_complete, draft.problem)


def scene_of(
    table: Table,
    draft: Draft,
    eyes: Eyes,
    *,
    link: Callable[..., str],
    last: Sequence[Fact],
    is_past: bool,
    pick: str = "",
) -> Scene:
    """What a board is told about the table in order to draw it: views, and no position.

    Of a game that is over it is told all, at its end.
    """
    start, state = draft.start, draft.state
    if not table.game.is_running:
        start, state = start.laid_open(), state.laid_open()
    return Scene(
        view=state.view_for(eyes.viewer),
        before=start.view_for(eyes.viewer),
        seat=eyes.reader,
        at=eyes.below,
        names=[player.user.table_name for player in table.players],
        draft=draft.moves,
        pick=pick,
        is_running=table.game.is_running,
        can_act=draft.can_act,
        link=link,
        last=last,
        is_past=is_past,
    )


def scene_at(look: Look, *, link: Callable[..., str]) -> Scene:
    """The same for a game after one of its moves. How it ended is no past."""
    return scene_of(
        look.table,
        Draft.untouched(look.step.after),
        look.eyes,
        link=link,
        last=deeds(look.turn),
        is_past=not look.is_end,
    )


def board_context(game: Game, presented: Presented) -> dict[str, Any]:
    """A board that was drawn, and where its rules are explained."""
    board = board_of(game.ruleset)
    return {
        "board": presented,
        "board_template": board.TEMPLATE,
        "board_style": board.STYLE,
        "rules": f"{reverse('games:rules_of', args=[game.ruleset])}?table={game.pk}",
    }


def looker_context(table: Table, eyes: Eyes, *, viewer: User | None) -> dict[str, Any]:
    """What is looked at, by whom, and how they like it."""
    return {
        "table": table,
        "names": results.title_of(table.players),
        "game": table.game,
        "me": table.me if eyes.reader is not None else None,
        "wishes": people.board_wishes(viewer),
        **company(table),
    }


def people_context(table: Table, eyes: Eyes, *, points: Sequence[int]) -> dict[str, Any]:
    """Everybody at the table with the points that they have in the position that is shown."""
    strengths = ratings.at_table(table.game) if table.game.is_running else {}
    seats = [
        {**_seat(player), "strength": strengths.get(player.user_id), "points": number}
        for player, number in zip(table.players, points, strict=True)
    ]
    if len(seats) == 2:
        return {
            "players": seats,
            "below": seats[eyes.below],
            "above": seats[1 - eyes.below],
            "people_template": "games/tables/partials/duel.html",
        }
    thinking = [seat for seat in seats if seat["player"].has_word]
    return {
        "players": seats,
        "people_template": "games/tables/partials/people.html",
        "round_table": seats[eyes.below :] + seats[: eyes.below],
        "clock_of": thinking[0] if len(thinking) == 1 else None,
    }


def _seat(player: Player) -> dict[str, Any]:
    absence = absences.coming(player.user) if player.has_word else None
    is_away = absence is not None and absence.starts_at <= timezone.now()
    return {
        "player": player,
        "name": player.user.table_name,
        "whole_name": player.user.shown_name,
        "away_until": absence.ends_at if absence and is_away else None,
        "away_soon": None if is_away else absence,
        # To be asked by who shows it: the header of more than two.
        "time_left": partial(_time_left, player.deadline_at) if player.deadline_at else "",
    }


def _time_left(deadline: datetime) -> str:
    """In one unit. Days are rounded, for three of them are not two a minute later; hours never."""
    rounding = HALF_A_DAY if deadline - timezone.now() >= 3 * HALF_A_DAY else timedelta()
    return timeuntil(deadline + rounding, depth=1)


def company(table: Table) -> dict[str, Any]:
    """Whether one plays against another, against several, or with them."""
    is_team = results.is_team(table.game)
    return {
        "is_team": is_team,
        "is_duel": len(table.players) == 2 and not is_team,
        "among_people": any(not p.user.bot for p in table.players if p is not table.me),
        "goes_on": endings.goes_on_without(table, table.me) if table.me else False,
    }


def rating_context(table: Table) -> dict[str, Any]:
    """What a rated game that is over changed for whom, and whether that may be waived."""
    if not table.game.is_rated or table.game.is_running:
        return {}
    changes = ratings.changes_at(table.game)
    changed = [(player, changes.get(player.user_id)) for player in table.players]
    return {
        "changed": [(player, change) for player, change in changed if change],
        "is_reduced": any(change.is_reduced for change in changes.values()),
        "annulment": ratings.annulment_of(table.game) if table.game.counts else None,
        "may_waive": bool(changes) and rating_services.may_be_waived(table, now=timezone.now()),
    }


def proof_context(table: Table) -> dict[str, Any]:
    """Who gave bytes to the deck, in the order of their places, and which once the game is over."""
    proof = decks.show_proof(table.game)
    given = proof.entropy if proof else [b""] * len(table.players)
    by_place = sorted(table.players, key=lambda player: player.place)
    return {
        "proof": proof,
        "givers": list(zip(by_place, given, strict=True)),
        "from_browsers": all(player.bytes_from_browser for player in by_place),
    }


def deeds(turn: Turn) -> Sequence[Fact]:
    """What a turn did. That somebody left is no matter of a board."""
    return [fact for fact in turn.facts if not isinstance(fact, Left)]
