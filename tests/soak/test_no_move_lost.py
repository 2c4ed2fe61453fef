"""Ten thousand turns while everything is killed with -9: docs/reliability.md has the numbers."""

import pytest

from tests.havoc import assert_nothing_is_lost, town_in
from tests.real_services import Missing


def test_it_has_every_answered_turn_once_and_nothing_is_stuck(tmp_path):
    try:
        with town_in(tmp_path) as town:
            assert_nothing_is_lost(town, turns=10_000, clients=8, seed=1)
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")
