"""A rated game that two processes end in the same instant."""

import json
import threading

import pytest

from tests.inside import Inside

LAY = """
import json
from tests.factories import GameFactory, UserFactory
users = UserFactory.create_batch(2, password=None)
game = GameFactory(users=users, turns=2, is_rated=True)
print(json.dumps([str(game.pk), *[user.pk for user in users]]))
"""
# Both wait until the other is there, too, and then give up.
END = """
import time
from django.core.cache import cache
from accounts.models import User
from accounts.refusals import Conflict
from games.services import endings
cache.add("here {game}", 0)
cache.incr("here {game}")
while cache.get("here {game}") < 2:
    time.sleep(0.001)
try:
    endings.resign(game_id="{game}", user=User.objects.get(pk={user}))
    print("ended it")
except Conflict:
    print("came too late")
"""
COUNT = """
from games.models import RatingChange
from games.services import ratings
print(RatingChange.objects.filter(game="{game}").count(), ratings.recompute("botanik", write=False))
"""


@pytest.mark.parametrize("site", ["separate"], indirect=True)
def test_it_changes_ratings_once_when_two_processes_end_a_game(site):
    game, *users = json.loads(site.run(LAY).splitlines()[-1])
    processes = [Inside(site.environment) for _user in users]
    said = [""] * 2

    def end(at):
        said[at] = processes[at].run(END.format(game=game, user=users[at])).strip()

    threads = [threading.Thread(target=end, args=[at]) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for process in processes:
        process.end()

    assert sorted(said) == ["came too late", "ended it"]
    assert site.run(COUNT.format(game=game)).strip() == "2 []"
