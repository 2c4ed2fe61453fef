"""Two web hosts behind one nginx, of which one dies. On machines of their own: `make soak`."""

import pytest

from tests.machines import Loopback, machines
from tests.real_services import Missing
from tests.two_hosts import assert_survives


def test_a_game_goes_on_when_a_host_dies(browser, tmp_path):
    try:
        with machines(tmp_path, Loopback()) as running:
            assert_survives(running, browser, turns=8, killed_after=3)
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")
