"""The header of a team: a letter for each of them, and one score for all."""

import re

import pytest

from tests.factories import TableFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, alice, bob, charlie):
    def page(*people, **chosen):
        game = TableFactory(users=list(people), ruleset="gardeners", **chosen)
        client.force_login(alice)
        return client.get(f"/games/{game.pk}/").content.decode()

    return page


def header(page):
    return page.partition('<header class="duel')[2].partition("</header>")[0]


class TestTeam:
    @pytest.mark.parametrize("number", [2, 3])
    def test_it_shows_a_letter_for_each_and_the_score_once(self, page, alice, bob, charlie, number):
        shown = header(page(*[alice, bob, charlie][:number]))

        assert len(re.findall(r'class="letter"><span class="av g-', shown)) == number
        assert shown.count("data-score") == 1
        assert "<b data-score>0</b> points" in shown

    def test_it_shows_one_who_plays_alone_their_score_as_ever(self, page, alice):
        shown = header(page(alice))

        assert shown.count("data-score") == 1
        assert 'class="letter"' not in shown
        assert 'class="together"' not in shown


class TestOpponents:
    def test_it_shows_each_their_own_score(self, client, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="botanik")
        client.force_login(alice)

        shown = header(client.get(f"/games/{game.pk}/").content.decode())

        assert shown.count("data-score") == 2
        assert 'class="together"' not in shown
