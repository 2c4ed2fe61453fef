"""A few turns while everything is killed with -9. Ten thousand: `make soak`."""

import pytest

from tests.havoc import assert_nothing_is_lost, town_in
from tests.real_services import Missing


def test_it_has_every_answered_turn_once_and_nothing_is_stuck(tmp_path):
    try:
        with town_in(tmp_path) as town:
            assert_nothing_is_lost(town, turns=160, clients=4, seed=38)
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")
