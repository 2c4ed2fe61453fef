"""What pages and turns cost inside one process, next to a view that does nothing.

Runs inside the site's own environment: `manage.py shell -c "from bench import one_process; ..."`.
No server, so that nothing but our own work is measured.
"""

import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.test import Client, override_settings
from django.urls import path, reverse

from accounts.models import User
from accounts.services import create_player
from bench import garden
from botanik_site.urls import urlpatterns as pages
from games.models import Game

GAMES = 7
TURNS = 16
ROUNDS = 6 * GAMES


def do_nothing(request: HttpRequest) -> HttpResponse:
    """For somebody who is signed in: all middleware, their session, and who they are."""
    assert request.user.is_authenticated
    return HttpResponse()


def show_frame(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


urlpatterns = [
    *pages,
    path("bench/nothing/", do_nothing),
    path("bench/frame/", show_frame),
]


@override_settings(ROOT_URLCONF="bench.one_process")
def measure() -> None:
    """Print the median of each cost over that of doing nothing, measured side by side."""
    rng = random.Random(1)
    pair, others = _pair("reader"), _pair("mover")
    games = [_played(pair, rng) for _ in range(GAMES)]
    client = _signed_in(pair[0])
    tables = [reverse("games:table", args=[game.pk]) for game in games]
    jobs = {
        "nothing": _looks(client, ["/bench/nothing/"]),
        "frame": _looks(client, ["/bench/frame/"]),
        "table": _looks(client, tables),
        "fragment": _looks(client, tables, htmx=True),
        "play": _looks(client, [reverse("games:play")]),
        "notices": _looks(client, [reverse("games:notices")]),
        "moves": _looks(client, [f"{table}moves/" for table in tables]),
        "turn": _turns(others, rng),
    }
    print(json.dumps(_side_by_side(jobs)))


def _pair(name: str) -> list[User]:
    return [create_player(username=f"{name}{number}") for number in range(2)]


def _played(pair: list[User], rng: random.Random) -> Game:
    game = garden.new_game(*pair)
    garden.play(game, pair, TURNS, rng)
    return game


def _signed_in(user: User) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    return client


Jobs = Iterator[Callable[[], Any]]


def _looks(client: Client, addresses: Sequence[str], *, htmx: bool = False) -> Jobs:
    """Look at one after the other, for ever."""
    headers = {"HX-Request": "true"} if htmx else {}
    for address in cycle(addresses):
        look = partial(client.get, address, headers=headers)
        yield lambda look=look: _expect(200, look())


def _turns(pair: list[User], rng: random.Random) -> Jobs:
    """Submit turns of new games, each by whose turn it is."""
    clients = [_signed_in(user) for user in pair]
    while True:
        game = garden.new_game(*pair)
        address = reverse("games:table", args=[game.pk])
        for seat, moves, ply in garden.script(game, TURNS, rng):
            form = {"ply": ply, "moves": " ".join(moves)}
            submit = partial(clients[seat].post, address, form)
            yield lambda submit=submit: _expect(302, submit())


def _expect(status: int, answer: Any) -> None:
    assert answer.status_code == status, (answer.request["PATH_INFO"], answer.status_code)


def _side_by_side(jobs: dict[str, Jobs]) -> dict[str, float]:
    """The median time of each over rounds, over that of nothing."""
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for round_ in range(GAMES + ROUNDS):
        for name, following in jobs.items():
            job = next(following)
            begin = time.process_time()
            job()
            seconds = time.process_time() - begin
            if round_ >= GAMES:  # the first ones fill caches
                taken[name].append(seconds)
    medians = {name: statistics.median(found) for name, found in taken.items()}
    return {name: median / medians["nothing"] for name, median in medians.items()}
