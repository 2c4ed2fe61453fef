"""Bots in processes of their own, some of which die. `make soak` has the long form."""

import signal

import pytest

from engine import replay
from tests.bot_game import BotGame
from tests.real_services import Missing
from tests.sites import make_command, separate_site

PLAYS = ("side", "centre")


@pytest.fixture
def site(tmp_path):
    try:
        with separate_site(tmp_path) as site:
            yield site
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


class TestWorkers:
    def test_it_goes_on_after_a_kill_and_moves_once_with_two_workers(self, site):
        game = BotGame(site, "yew")
        game.play_on(2)
        site.stop("bots", signal.SIGKILL)
        game.play()

        site.start("bots", *make_command("bots"))
        site.start("bots2", *[part.replace("bots@", "bots2@") for part in make_command("bots")])
        game.play_on(4)

        plies = list(replay(game.record()))
        mine = [ply for ply in plies if ply.actor == game.seat and ply.move.kind in PLAYS]
        assert len(mine) >= 6
