"""Tables for tests in a browser, laid in the database of a running site.

A whole game in a browser is slow: what a test does not look at is played here, beside the site.
"""

import json
import secrets
from dataclasses import dataclass

from tests.sites import Site


@dataclass(frozen=True)
class LaidTable:
    """A game that waits: its page, and the sessions of alice (who began) and bob."""

    path: str
    cookie: str
    sessions: tuple[str, str]
    seat: int
    """Who has the word."""
    query: dict[str, str]
    """A draft that leads to what was asked for."""

    def cookies(self, site: Site, seat: int) -> list[dict[str, str]]:
        return [{"name": self.cookie, "value": self.sessions[seat], "url": site.url}]


def lay_table(site: Site, *, goal: str = "", turns: int = 0, seed: int = 1) -> LaidTable:
    """Lay a table so many turns in; with a goal, as soon after that as a draft reaches it."""
    script = f"from tests import laid_tables; laid_tables.lay({goal!r}, {turns}, {seed})"
    found = json.loads(site.run(script).splitlines()[-1])
    return LaidTable(**{**found, "sessions": tuple(found["sessions"])})


GOALS = {
    "build": lambda seat, held: len(held[seat]) == 1 and not held[seat][0].is_meca,
    "first": lambda seat, held: len(held[seat]) == 1 and not held[seat][0].is_meca,
    "two": lambda seat, held: len(held[seat]) > 1 and not any(t.is_meca for t in held[seat]),
    "swap": lambda seat, held: any(tile.is_meca for tile in held[seat]),
}


def _drafts(state, seat):
    """Whatever one or two moves lead to while the word stays."""
    for move in state.legal_moves(seat):
        after = state.after(seat, move)
        if after.to_move != frozenset({seat}):
            continue
        yield [move], after
        for second in after.legal_moves(seat):
            later = after.after(seat, second)
            if later.to_move == frozenset({seat}):
                yield [move, second], later


def _found(state, goal):
    (seat,) = state.to_move
    if goal == "word":
        return [] if state.turn_of != seat else None
    if goal == "gives":
        return _giving(state, seat)
    drafts = ((d, after) for d, after in _drafts(state, seat) if GOALS[goal](seat, after.held))
    if goal in ("build", "first") and (state.is_dealing or len(state.arrival) < 2):
        return None  # a turn from its beginning, with a tile to choose
    if goal == "build":
        # Two moves would be two steps to take back, and one of them may be a swap. Who has never
        # built is told something once, above the machine: that is "first".
        drafts = (
            (d, after)
            for d, after in drafts
            if len(d) == 1 and after.machines[seat].laid and _has_choice(after, seat)
        )
    if goal == "first":  # somebody who has never built
        drafts = ((d, after) for d, after in drafts if not after.machines[seat].laid)
    return next((draft for draft, _after in drafts), None)


def _has_choice(state, seat):
    """Whether there are several cells to build on: a deck may leave a young machine with one."""
    return len({move.cell for move in state.legal_moves(seat)}) > 1


def _giving(state, seat):
    """A move after which the other has to build before the turn is over."""
    for move in state.legal_moves(seat):
        after = state.after(seat, move)
        if after.to_move == frozenset({1 - seat}) and after.turn_of == seat:
            held = after.held[1 - seat]
            if not any(tile.is_meca for tile in held):
                return [move]
    return None


def lay(goal, turns, seed):
    """Lay it inside the site, and print what the other side has to know."""
    from django.conf import settings
    from django.test import Client

    from games import positions
    from tests.factories import GameFactory, UserFactory, play_turns

    number, draft = seed, None
    while True:
        users = _people(UserFactory)
        game = GameFactory(users=users, turns=turns)
        while goal and game.is_running:
            draft = _found(positions.load(game), goal)
            if draft is not None:
                break
            number += 1
            play_turns(game, 1, seed=number)
        if not goal or draft is not None:
            break
    sessions = []
    for user in users:
        client = Client()
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
        sessions.append(client.cookies[settings.SESSION_COOKIE_NAME].value)
    to_move = positions.load(game).to_move
    query = {"ply": str(game.ply), "draft": " ".join(m.notation for m in draft)} if draft else {}
    found = {
        "path": f"/games/{game.pk}/",
        "cookie": settings.SESSION_COOKIE_NAME,
        "sessions": sessions,
        "seat": next(iter(to_move), 0),
        "query": query,
    }
    print(json.dumps(found))


def _people(factory):
    """Names that no other test has taken, and that no digits can make rude."""
    return [
        factory(
            username=f"{name}-{''.join(secrets.choice('qwxz') for _ in range(12))}",
            password=None,  # hashing one is slow, and they have a session
        )
        for name in ("alice", "bob")
    ]
