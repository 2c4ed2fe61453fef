"""Two web hosts with networks of their own: a whole game, in the middle of which one is gone."""

import pytest

from tests.machines import cables, machines
from tests.real_services import Missing
from tests.two_hosts import assert_survives

MORE_THAN_ANY_GAME_HAS = 300


def test_a_whole_game_goes_on_when_a_host_dies(browser, tmp_path):
    try:
        with cables() as network, machines(tmp_path, network) as running:
            assert_survives(running, browser, turns=MORE_THAN_ANY_GAME_HAS, killed_after=25)
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")
