"""The story that the scores of a game tell."""

import pytest

from engine.story import lead_changes, leader


@pytest.mark.parametrize(
    ("totals", "found"),
    [
        pytest.param([], [], id="nothing was played"),
        pytest.param([(0, 0), (3, 0), (6, 2)], [], id="who is ahead first takes it from nobody"),
        pytest.param([(0, 0), (3, 0), (3, 4)], [2], id="the lead passes to the other"),
        pytest.param([(3, 0), (3, 3), (5, 3)], [], id="being level in between is no turn"),
        pytest.param([(3, 0), (3, 3), (3, 5)], [2], id="the lead passes once it is nobody's"),
        pytest.param([(1, 0), (1, 2), (3, 2)], [1, 2], id="there and back"),
        pytest.param([(1, 0, 0), (1, 2, 2), (1, 2, 4)], [2], id="two of three are level"),
        pytest.param([(1,), (5,)], [], id="alone nobody is ahead of anybody"),
    ],
)
def test_it_finds_where_the_lead_passes_to_another(totals, found):
    assert lead_changes(totals) == found


def test_nobody_leads_among_equals():
    assert leader((4, 4, 2)) is None
