"""What pages and turns cost inside one process, next to a view that does nothing.

Runs inside the site's own environment: `manage.py shell -c "from bench import one_process; ..."`.
No server, so that nothing but our own work is measured.
"""

import json
import random
import statistics
import time
from collections.abc import Callable
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

ROUNDS = 21
GAMES = 7
TURNS = 16


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
    pair = [create_player(username=f"measured{number}") for number in range(2)]
    rng = random.Random(1)
    games = [_played(pair, rng) for _ in range(GAMES)]
    client = _signed_in(pair[0])
    kinds = {name: _look(client, address) for name, address in _addresses(games[0]).items()}
    kinds["fragment"] = _look(client, reverse("games:table", args=[games[0].pk]), htmx=True)
    taken = _side_by_side(kinds)
    taken["turn"] = _turns(pair, rng, kinds["nothing"])
    print(json.dumps(taken))


def _addresses(game: Game) -> dict[str, str]:
    return {
        "nothing": "/bench/nothing/",
        "frame": "/bench/frame/",
        "table": reverse("games:table", args=[game.pk]),
        "play": reverse("games:play"),
        "notices": reverse("games:notices"),
        "moves": reverse("games:moves", args=[game.pk]),
    }


def _played(pair: list[User], rng: random.Random) -> Game:
    game = garden.new_game(*pair)
    garden.play(game, pair, TURNS, rng)
    return game


def _signed_in(user: User) -> Client:
    client = Client(SERVER_NAME="localhost")
    client.force_login(user)
    return client


def _look(client: Client, address: str, *, htmx: bool = False) -> Callable[[], None]:
    headers = {"HX-Request": "true"} if htmx else {}

    def look() -> None:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, (address, answer.status_code)

    return look


def _seconds(job: Callable[[], Any]) -> float:
    begin = time.process_time()
    job()
    return time.process_time() - begin


def _side_by_side(kinds: dict[str, Callable[[], None]]) -> dict[str, float]:
    """The median over rounds of each one's time over that of nothing."""
    taken: dict[str, list[float]] = {name: [] for name in kinds}
    for round_ in range(ROUNDS + 1):
        seconds = {name: _seconds(job) for name, job in kinds.items()}
        if round_:  # the first one fills caches
            for name, found in seconds.items():
                taken[name].append(found)
    return _over_nothing(taken)


def _over_nothing(taken: dict[str, list[float]]) -> dict[str, float]:
    medians = {name: statistics.median(found) for name, found in taken.items()}
    return {name: median / medians["nothing"] for name, median in medians.items()}


def _turns(pair: list[User], rng: random.Random, nothing: Callable[[], None]) -> float:
    """Turns of a whole game, each submitted by whose turn it is."""
    game = garden.new_game(*pair)
    clients = [_signed_in(user) for user in pair]
    address = reverse("games:table", args=[game.pk])
    taken: dict[str, list[float]] = {"nothing": [], "turn": []}
    for seat, moves, ply in garden.script(game, ROUNDS, rng):
        form = {"ply": ply, "moves": " ".join(moves)}
        taken["turn"].append(_seconds(lambda s=seat, f=form: clients[s].post(address, f)))
        taken["nothing"].append(_seconds(nothing))
    return _over_nothing(taken)["turn"]
