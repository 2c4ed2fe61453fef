"""Numbers of move sequences, as data."""

import json

import pytest

from tests.engine.regenerate import PERFT, nodes

NUMBERS = json.loads(PERFT.read_text("utf-8"))


class TestPerft:
    @pytest.mark.parametrize(
        "number", NUMBERS, ids=lambda number: f"seed {number['seed']} depth {number['depth']}"
    )
    def test_it_counts_as_many_sequences(self, number):
        assert nodes(number["seed"], number["depth"]) == number["nodes"]

    def test_it_counts_one_empty_sequence(self):
        assert nodes(1, 0) == 1
