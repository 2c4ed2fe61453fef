"""Numbers of move sequences, as data."""

import json

import pytest

from tests.engine.regenerate import PERFT, nodes

NUMBERS = json.loads(PERFT.read_text("utf-8"))


def described(number):
    game = f"{number['game']} for {number['seats']} " if "game" in number else ""
    return f"{game}seed {number['seed']} depth {number['depth']}"


class TestPerft:
    @pytest.mark.parametrize("number", NUMBERS, ids=described)
    def test_it_counts_as_many_sequences(self, number):  # 12.4 of Botanicus
        setup = {name: number[name] for name in ("game", "seats") if name in number}

        assert nodes(number["seed"], number["depth"], **setup) == number["nodes"]

    def test_it_counts_one_empty_sequence(self):
        assert nodes(1, 0) == 1
