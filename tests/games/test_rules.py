"""The rules of every game, and the ways to them."""

import re

import pytest

from engine import get_ruleset
from games.boards import BOARDS
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


def text_of(client, path):
    return client.get(path).content.decode()


@pytest.mark.parametrize("slug", BOARDS)
def test_it_has_a_page_for_every_game(client, slug):
    assert get_ruleset(slug).name in text_of(client, f"/rules/{slug}/")


def test_it_knows_no_other_game(client):
    assert client.get("/rules/chess/").status_code == 404


def test_it_shows_the_rules_of_the_only_game_where_old_anchors_lead(client, sole_game):
    """Nothing tells the site of an anchor: what stood at `/rules/#turn` has to be there."""
    anchors = [
        "registry",
        "arrival",
        "turn",
        "link",
        "release",
        "meca",
        "build",
        "score",
        "tiles",
        "notation",
    ]

    page = text_of(client, "/rules/")

    assert [anchor for anchor in anchors if f'id="{anchor}"' not in page] == []


def test_it_begins_with_the_aim_the_whole_table_and_one_turn(client, sole_game):
    sections = re.findall(r'<section id="(\w+)"', text_of(client, "/rules/"))

    assert sections[:4] == ["aim", "registry", "worked", "turn"]


def test_it_labels_all_that_the_picture_of_the_table_numbers(client, sole_game):
    page = text_of(client, "/rules/")
    picture = page.split('class="whole-table"')[1].split("</svg>")[0]
    labels = page.split('class="labels"')[1].split("</ol>")[0]

    numbers = sorted(re.findall(r'text-anchor="middle">(\d)<', picture))
    assert numbers == [str(number + 1) for number in range(labels.count("<li"))]


def test_it_lists_the_games_where_there_are_several(client, nursery):
    page = text_of(client, "/rules/")

    assert 'href="/rules/botanik/"' in page
    assert 'href="/rules/nursery/"' in page


def test_it_says_where_old_anchors_are_when_there_are_several(client, nursery):
    assert 'data-anchors="/rules/botanik/"' in text_of(client, "/rules/")


@pytest.mark.parametrize("turns", [7, 200])
def test_it_is_where_a_table_leads(client, alice, bob, turns):
    client.force_login(alice)
    game = GameFactory(users=[alice, bob], turns=turns)
    table = text_of(client, f"/games/{game.pk}/")

    rules = text_of(client, "/rules/botanik/")
    there = f"/rules/botanik/?table={game.pk}"
    wanted = set(re.findall(rf'href="{re.escape(there)}#(\w+)"', table))

    assert wanted
    assert [anchor for anchor in wanted if f'id="{anchor}"' not in rules] == []
    assert f'href="{there}">' in table
    assert 'href="/rules/botanik/' not in table.replace(there, "")


def test_it_leads_back_to_the_table_that_somebody_came_from(client, alice, bob):
    game = GameFactory(users=[alice, bob])
    client.force_login(alice)
    links = re.findall(r'href="(/rules/botanik/[^"#]*)', text_of(client, f"/games/{game.pk}/"))

    assert links
    for link in links:
        page = text_of(client, link)
        assert "Back to your game" in page
        assert f'href="/games/{game.pk}/"' in page


@pytest.mark.parametrize("table", ["", "x", "//evil.example", "%00"])
def test_it_leads_back_nowhere_else(client, table):
    assert "Back to your game" not in text_of(client, f"/rules/botanik/?table={table}")
