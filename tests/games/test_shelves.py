"""Favourites and tags: kept for their owner's eyes alone."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import DataExport
from accounts.refusals import NotFound, Unprocessable
from games.models import Favourite, Game, Tag
from games.selectors.shelves import shelf_of, tags_of
from games.services import data_exports, farewells, shelves
from tests.at_once import at_once
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=2)


@pytest.fixture
def private(alice, bob):
    return GameFactory(users=[alice, bob], is_private=True)


class TestFavourites:
    def test_it_is_made_and_taken_back(self, game, charlie):
        shelves.mark(game_id=game.pk, user=charlie, is_favourite=True)
        assert shelf_of(charlie, game).is_favourite

        shelves.mark(game_id=game.pk, user=charlie, is_favourite=False)
        assert not shelf_of(charlie, game).is_favourite

    def test_it_is_once_however_often_it_is_asked_for(self, game, alice):
        for _ in range(2):
            shelves.mark(game_id=game.pk, user=alice, is_favourite=True)

        assert Favourite.objects.count() == 1

    def test_it_is_refused_beyond_what_anybody_looks_through(self, game, alice, monkeypatch):
        monkeypatch.setattr(shelves, "MOST_FAVOURITES", 1)
        other = GameFactory(users=[alice, game.players.get(seat=1).user])
        shelves.mark(game_id=game.pk, user=alice, is_favourite=True)

        with pytest.raises(Unprocessable, match="1 favourites"):
            shelves.mark(game_id=other.pk, user=alice, is_favourite=True)

        shelves.mark(game_id=game.pk, user=alice, is_favourite=True)  # it is one already


class TestTags:
    def test_it_is_kept_in_small_letters_with_single_spaces_each_once(self, game, alice):
        shelves.tag(game_id=game.pk, user=alice, text="  Slow   Opening, ÉTÉ,slow opening,, ")

        assert shelf_of(alice, game).tags == ["slow opening", "été"]

    def test_it_keeps_nothing_that_is_not_seen(self):
        assert shelves.normalised("a\u200bb\u202ec\x07 d\te") == "abc d e"

    def test_it_is_the_same_tag_when_it_is_read_once_more(self):
        apart = shelves.normalised("e\u200d\u0301te\u0301")

        assert apart == shelves.normalised(apart) == "été"

    @pytest.mark.parametrize("text", ["", " , ,", "\u200b"])
    def test_it_wants_a_word(self, game, alice, text):
        with pytest.raises(Unprocessable, match="Write a word"):
            shelves.tag(game_id=game.pk, user=alice, text=text)

    def test_it_is_short(self, game, alice):
        shelves.tag(game_id=game.pk, user=alice, text="x" * 30)

        with pytest.raises(Unprocessable, match="at most 30 letters"):
            shelves.tag(game_id=game.pk, user=alice, text="x" * 31)

    def test_it_is_one_of_ten_at_most(self, game, alice):
        shelves.tag(game_id=game.pk, user=alice, text="a,b,c,d,e,f,g,h,i")

        with pytest.raises(Unprocessable, match="at most 10 tags"):
            shelves.tag(game_id=game.pk, user=alice, text="j,k")
        with pytest.raises(Unprocessable, match="at most 10 tags"):
            shelves.tag(game_id=game.pk, user=alice, text="," * 1_000_000)
        shelves.tag(game_id=game.pk, user=alice, text="a,j")

        assert len(shelf_of(alice, game).tags) == 10

    def test_it_is_refused_beyond_a_number_in_all(self, game, alice, bob, monkeypatch):
        monkeypatch.setattr(shelves, "MOST_TAGS", 2)
        other = GameFactory(users=[alice, bob])
        shelves.tag(game_id=game.pk, user=alice, text="a,b")

        with pytest.raises(Unprocessable, match="2 tags"):
            shelves.tag(game_id=other.pk, user=alice, text="a")
        shelves.tag(game_id=game.pk, user=alice, text="a")

    def test_it_is_taken_away(self, game, alice):
        shelves.tag(game_id=game.pk, user=alice, text="a,b")

        for _ in range(2):
            shelves.untag(game_id=game.pk, user=alice, text="A")

        assert shelf_of(alice, game).tags == ["b"]

    def test_it_lists_those_that_somebody_uses(self, game, private, alice, bob):
        shelves.tag(game_id=game.pk, user=alice, text="b,a")
        shelves.tag(game_id=private.pk, user=alice, text="a")
        shelves.tag(game_id=game.pk, user=bob, text="c")

        assert tags_of(alice) == ["a", "b"]
        assert tags_of(AnonymousUser()) == []


class TestOwner:
    def test_it_is_seen_by_its_owner_alone(self, client, game, alice, bob):
        shelves.tag(game_id=game.pk, user=alice, text="secret-plan")
        shelves.mark(game_id=game.pk, user=alice, is_favourite=True)
        seen = {}
        for person in (alice, bob, None):
            client.logout()
            if person:
                client.force_login(person)
            pages = (f"/games/{game.pk}/replay/", f"/games/{game.pk}/", "/games/?state=running")
            seen[person] = [b"secret-plan" in client.get(page).content for page in pages]

        assert seen == {alice: [True, False, True], bob: [False] * 3, None: [False] * 3}

    @pytest.mark.parametrize("change", [shelves.tag, shelves.untag])
    def test_it_is_for_games_that_one_may_see(self, private, charlie, change):
        with pytest.raises(NotFound):
            change(game_id=private.pk, user=charlie, text="a")
        with pytest.raises(NotFound):
            shelves.mark(game_id=private.pk, user=charlie, is_favourite=True)

        assert not Tag.objects.exists()

    def test_it_is_of_no_use_for_a_game_that_became_private(self, client, game, charlie):
        shelves.tag(game_id=game.pk, user=charlie, text="opening")
        Game.objects.filter(pk=game.pk).update(is_private=True)
        client.force_login(charlie)

        answers = [
            client.post(f"/games/{game.pk}/tags/", {"text": "x"}),
            client.post(f"/games/{game.pk}/favourite/"),
            client.get(f"/games/{game.pk}/replay/"),
        ]

        assert [answer.status_code for answer in answers] == [404] * 3

    def test_it_goes_with_its_owner(self, game, alice):
        shelves.tag(game_id=game.pk, user=alice, text="opening")
        shelves.mark(game_id=game.pk, user=alice, is_favourite=True)

        farewells.leave_tables(alice)

        assert not Tag.objects.exists()
        assert not Favourite.objects.exists()

    def test_it_is_among_the_data_of_its_owner(self, game, alice):
        shelves.tag(game_id=game.pk, user=alice, text="opening")
        shelves.mark(game_id=game.pk, user=alice, is_favourite=True)
        export = data_exports.ask(user=alice)
        data_exports.gather(export.pk)

        box = ZipFile(BytesIO(DataExport.objects.get(pk=export.pk).archive))
        assert json.loads(box.read("tags.json"))[0]["text"] == "opening"
        assert json.loads(box.read("favourites.json"))[0]["game_id"] == str(game.pk)


class TestForms:
    def test_it_works_without_scripts(self, client, game, alice):
        client.force_login(alice)
        page = f"/games/{game.pk}/replay/"

        assert client.post(f"/games/{game.pk}/favourite/", {"favourite": "yes"})["Location"] == page
        assert client.post(f"/games/{game.pk}/tags/", {"text": "a, b"})["Location"] == page
        assert client.post(f"/games/{game.pk}/tags/", {"remove": "a"})["Location"] == page

        assert shelf_of(alice, game).is_favourite
        assert shelf_of(alice, game).tags == ["b"]

    def test_it_answers_htmx_with_the_shelf_alone(self, client, game, alice):
        client.force_login(alice)

        answer = client.post(f"/games/{game.pk}/tags/", {"text": "a"}, headers=HTMX)

        text = answer.content.decode()
        assert 'id="shelf"' in text
        assert 'href="/games/?tag=a"' in text
        assert "<html" not in text

    def test_it_escapes_what_was_typed(self, client, game, alice):
        client.force_login(alice)
        client.post(f"/games/{game.pk}/tags/", {"text": "<b>&x=1"})

        text = client.get(f"/games/{game.pk}/replay/").content.decode()

        assert "<b>&x" not in text
        assert 'href="/games/?tag=%3Cb%3E%26x%3D1"' in text
        assert client.get("/games/?state=running&tag=%3Cb%3E%26x%3D1").context["sight"].found

    def test_it_says_what_is_wrong(self, client, game, alice):
        client.force_login(alice)

        answer = client.post(f"/games/{game.pk}/tags/", {"text": "x" * 99})

        assert answer.status_code == 422
        assert "at most 30 letters" in answer.content.decode()

    def test_it_is_not_for_visitors(self, client, game):
        for what in ("favourite", "tags"):
            assert client.post(f"/games/{game.pk}/{what}/").status_code == 302
        assert 'id="shelf"' not in client.get(f"/games/{game.pk}/replay/").content.decode()


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_it_is_once_where_two_tabs_do_it_in_one_instant(self, game, alice):
        answers = at_once(
            *[lambda: shelves.tag(game_id=game.pk, user=alice, text="a,b")] * 3,
            *[lambda: shelves.mark(game_id=game.pk, user=alice, is_favourite=True)] * 3,
        )

        assert answers == [game] * 6
        assert (Tag.objects.count(), Favourite.objects.count()) == (2, 1)
