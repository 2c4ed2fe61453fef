"""Golden games: what was played and told once is played and told again.

The files are written by `python -m tests.engine.regenerate`, on purpose only.
"""

import pytest

from engine import check_tags, last_position
from engine.records import read
from tests.engine.regenerate import GAMES, GOLDEN, record_of, story


@pytest.mark.parametrize("name", GAMES)
class TestGoldenGames:
    def record(self, name):
        return read((GOLDEN / f"{name}.bgr").read_text("utf-8"))

    def test_it_tells_the_same_story(self, name):
        assert list(story(self.record(name))) == (
            (GOLDEN / f"{name}.jsonl").read_text("utf-8").splitlines()
        )

    def test_it_is_played_the_same_by_its_bots(self, name):
        assert record_of(*GAMES[name]) == self.record(name)

    def test_it_agrees_with_its_tags(self, name):
        check_tags(self.record(name), last_position(self.record(name)))
