"""Mails through storms, while workers are killed and Redis is away."""

import json
import re
import time
from datetime import datetime

import pytest

from tests.bot_game import BotGame
from tests.mail_run import MailRun
from tests.post_office import PostOffice, opened, text_of
from tests.real_services import wait_until
from tests.sites import separate_site

RATE = 300

USE_UP_TIME = """
from django.db.models import F
from games.models import Player
for player in Player.objects.filter(deadline_at__isnull=False):
    gone = player.allowance * 0.6
    Player.objects.filter(pk=player.pk).update(
        word_since=F("word_since") - gone,
        deadline_at=F("deadline_at") - gone,
        remind_at=F("remind_at") - gone,
    )
"""
# About as long as it takes until the next sweep, so that it comes in between.
PLAY_SLOWLY = """
import json, time
from games.models import Game
from tests.factories import play_turns
moves = {}
for game in Game.objects.order_by("pk"):
    ply = game.ply
    play_turns(game, 1)
    moves[str(game.pk)] = game.moves.get(ply=ply + 1).made_at.isoformat()
    time.sleep(1)
print(json.dumps(moves))
"""


@pytest.fixture
def run(tmp_path, redis):
    variables = {"REDIS_URL": redis.url, "MAIL_PER_MINUTE": str(RATE)}
    with (
        opened(PostOffice()) as office,
        separate_site(tmp_path, **variables, **office.variables) as site,
    ):
        run = MailRun(site, office)
        run.start("mail2", like="mail")
        run.start("beat2", like="beat")
        yield run


class TestCrashes:
    def test_it_loses_nothing_though_workers_die_and_redis_is_away(self, run, redis):
        run.office.pause = 0.3
        run.begin(80)
        interrupted = 0
        for killed in ("mail", "mail2", "mail"):
            seen = len(run.office.mails)
            wait_until(lambda: len(run.office.mails) >= seen + 3, what="mails", seconds=90)  # noqa: B023
            run.site.kill(killed)
            interrupted += run.let_time_pass()
            run.start(killed, like="mail")
        redis.stop()
        time.sleep(15)
        redis.start()

        run.wait_until_settled(300)

        run.assert_nothing_was_lost()
        assert len({mail["To"] for mail in run.office.mails}) == 80
        assert run.repeats() <= interrupted


class TestStorm:
    def test_it_keeps_turns_flowing_and_the_rate(self, run):
        game = BotGame(run.site, "pip")
        run.storm(1000)
        game.play_on(10)

        assert len(run.office.mails) < 1000
        run.wait_until_settled(400)

        run.assert_nothing_was_lost()
        assert len(run.office.mails) == 1000
        for start in run.office.arrivals:
            in_a_minute = [at for at in run.office.arrivals if start <= at < start + 60]
            assert len(in_a_minute) <= RATE + 2  # two workers may look in the same instant


class TestReminders:
    def test_it_sends_none_after_the_move(self, run):
        run.begin(60)
        run.wait_until_settled()
        run.office.mails.clear()
        run.office.arrivals.clear()
        run.site.run(USE_UP_TIME)

        moves = json.loads(run.site.run(PLAY_SLOWLY).splitlines()[-1])
        run.wait_until_settled()

        reminded = {}
        for mail, arrival in zip(run.office.mails, run.office.arrivals, strict=True):
            if "Half of your time" in text_of(mail):
                reminded[re.search(r"/games/([0-9a-f-]{36})/", text_of(mail))[1]] = arrival
        assert reminded
        for game, arrival in reminded.items():
            assert arrival <= datetime.fromisoformat(moves[game]).timestamp() + 1
