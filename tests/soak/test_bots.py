"""Bots while their worker is killed in the middle of a thought, and while Redis is away."""

import signal
import time

import pytest

from engine import check_tags, last_position
from tests.bot_game import BotGame
from tests.sites import make_command, separate_site


@pytest.fixture
def site(tmp_path, redis):
    with separate_site(tmp_path, REDIS_URL=redis.url) as site:
        site.start("bots2", *[part.replace("bots@", "bots2@") for part in make_command("bots")])
        yield site


class TestBots:
    def test_it_plays_every_move_once_though_workers_die_and_redis_is_away(self, site, redis):
        games = [BotGame(site, "yew", seed) for seed in range(3)]
        for game in games:
            game.wait_for_bot(120)
        for killed in ("bots", "bots2", "bots"):
            for game in games:
                game.play()
            time.sleep(0.05)  # somewhere in the middle of a thought
            site.stop(killed, signal.SIGKILL)
            command = make_command("bots")
            site.start(killed, *[part.replace("bots@", f"{killed}@") for part in command])
            for game in games:
                game.wait_for_bot(120)

        redis.stop()
        for game in games:
            game.play()
        redis.start()
        for game in games:
            game.play_on(40)

            record = game.record()
            check_tags(record, last_position(record))
            assert record.tags["Termination"] == "played"
