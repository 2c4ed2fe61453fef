"""Everything hostile that can be sent to a site, at length. `make test` has the short form."""

import pytest

from tests.attack.outcome import Outcome, attacked_site
from tests.real_services import Missing

SEED = 1
REQUESTS = 20_000


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    try:
        with attacked_site(
            tmp_path_factory.mktemp("attacked"), seed=SEED, requests=REQUESTS
        ) as attacked:
            yield attacked
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


class TestAttack(Outcome):
    """Half of the requests go anywhere at random, half through the fields of forms and lists."""
