"""Films of games: asked for once, made in the background, kept for a while."""

import threading
from datetime import timedelta
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image

from accounts.refusals import NotFound, TooMany
from accounts.services import change_username
from games.models import Film, Game
from games.selectors import sharing
from games.services import endings, farewells, films
from tests.factories import GameFactory, TableFactory
from tests.real_services import wait_until

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
HERE = "192.0.2.7"


@pytest.fixture
def over(alice, bob):
    game = GameFactory(users=[alice, bob], turns=3)
    endings.resign(game_id=game.pk, user=bob)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def table(over):
    return sharing.finished(over.pk)


@pytest.fixture
def film(table):
    """One that was asked for, and that nobody works on yet."""
    return films.ask(table=table, address=HERE)


@pytest.fixture
def made(film):
    films.make(film.pk)
    film.refresh_from_db()
    return film


def pages(over):
    return f"/games/{over.pk}/film/", f"/games/{over.pk}/film.webp"


class TestMaking:
    def test_it_has_a_picture_for_each_turn(self, over, made):
        image = Image.open(BytesIO(bytes(made.data)))

        assert image.format == "WEBP"
        assert image.n_frames >= 3
        assert made.size == len(made.data) < films.MOST_BYTES

    def test_it_is_made_once_however_often_it_is_asked_for(self, table, film):
        assert films.ask(table=table, address=HERE).pk == film.pk
        assert Film.objects.count() == 1

    def test_who_comes_second_does_nothing(self, made):
        films.make(made.pk)

        made.refresh_from_db()
        assert made.tries == 1

    def test_it_is_given_up_where_it_would_be_too_large(self, film):
        films.make(film.pk, most_bytes=10)

        film.refresh_from_db()
        assert film.failed_at is not None
        assert film.data is None

    def test_it_can_be_asked_for_again_where_it_failed(self, table, film):
        films.make(film.pk, most_bytes=10)
        again = films.ask(table=table, address=HERE)
        films.make(again.pk)

        assert films.access(table).pk == again.pk

    def test_it_is_not_made_under_a_name_that_somebody_no_longer_has(self, alice, film):
        change_username(user=alice, name="alix")
        films.make(film.pk)

        film.refresh_from_db()
        assert film.failed_at is not None

    def test_it_is_another_under_another_name(self, alice, over, made):
        change_username(user=alice, name="alix")

        assert films.find(sharing.finished(over.pk)) is None

    def test_a_toy_has_one_too(self, nursery, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie], ruleset="nursery", turns=99)
        film = films.ask(table=sharing.finished(game.pk), address=HERE)
        films.make(film.pk)

        film.refresh_from_db()
        assert Image.open(BytesIO(bytes(film.data))).n_frames > 1

    def test_a_worker_makes_it(self, worker, alice, bob):
        game = GameFactory(users=[alice, bob], turns=3)
        endings.resign(game_id=game.pk, user=bob)
        film = films.ask(table=sharing.finished(game.pk), address=HERE)

        ready = Film.objects.filter(pk=film.pk, finished_at__isnull=False)
        wait_until(ready.exists, what="a film")


class TestBounds:
    def test_so_many_a_day_are_made_for_one_address(self, alice, bob, table, monkeypatch):
        monkeypatch.setattr(films, "A_DAY", films.limits.Limit("film", most=1, seconds=60))
        films.ask(table=table, address=HERE)
        other = GameFactory(users=[alice, bob], turns=1)
        endings.abort(game_id=other.pk, user=alice)
        another = sharing.finished(other.pk)

        with pytest.raises(TooMany):
            films.ask(table=another, address=HERE)
        assert films.ask(table=table, address=HERE)  # it is there already
        assert films.ask(table=another, address="192.0.2.8")

    def test_so_many_wait_at_a_time(self, table, monkeypatch):
        monkeypatch.setattr(films, "MOST_WAITING", 0)

        with pytest.raises(TooMany):
            films.ask(table=table, address=HERE)

    def test_old_ones_are_removed(self, made):
        Film.objects.update(asked_at=timezone.now() - films.KEPT)
        films.tend()

        assert not Film.objects.exists()

    def test_one_that_stopped_in_the_middle_is_begun_again(self, film):
        long_ago = timezone.now() - films.GIVEN_UP_AFTER
        Film.objects.update(tries=1, begun_at=long_ago)
        films.make(film.pk)

        film.refresh_from_db()
        assert (film.tries, film.finished_at is not None) == (2, True)

    def test_one_that_never_works_is_given_up(self, film):
        long_ago = timezone.now() - films.GIVEN_UP_AFTER
        Film.objects.update(tries=films.MOST_TRIES, begun_at=long_ago)
        films.tend()

        film.refresh_from_db()
        assert film.failed_at is not None

    def test_none_stays_of_who_leaves(self, alice, made):
        alice.leaving_at = timezone.now() - timedelta(days=1)
        alice.save()
        farewells.carry_out_farewells()

        assert not Film.objects.exists()


class TestPage:
    def test_it_is_asked_for_and_then_offered(self, client, over):
        page, file = pages(over)
        assert "Make a film of the game" in client.get(page).content.decode()
        assert client.get(file).status_code == 404

        assert client.post(page).status_code == 302
        assert "The film is being made" in client.get(page).content.decode()

        films.make(Film.objects.get().pk)
        assert f'href="{file}?lang=en"' in client.get(page).content.decode()
        answer = client.get(file)
        assert (answer["Content-Type"], answer["Cache-Control"]) == (
            "image/webp",
            "public, max-age=3600",
        )

    def test_it_asks_again_by_itself_while_it_is_made_and_then_no_more(self, client, over, film):
        page, _file = pages(over)
        assert 'hx-trigger="every 1s"' in client.get(page, headers=HTMX).content.decode()

        films.make(film.pk)
        part = client.get(page, headers=HTMX).content.decode()
        assert "hx-trigger" not in part
        assert "The film is ready." in part

    def test_it_says_that_it_did_not_work(self, client, over, film):
        films.make(film.pk, most_bytes=10)

        text = client.get(pages(over)[0]).content.decode()
        assert "That did not work" in text
        assert "Make a film of the game" in text

    @pytest.mark.parametrize("who", ["alice", None])
    def test_there_is_none_of_private_games_nor_of_running_ones(
        self, client, alice, bob, who, request
    ):
        if who:
            client.force_login(request.getfixturevalue(who))
        private = GameFactory(users=[alice, bob], turns=3, is_private=True)
        endings.resign(game_id=private.pk, user=bob)
        running = GameFactory(users=[alice, bob], turns=3)

        for game in (private, running):
            assert client.get(pages(game)[1]).status_code == 404
            assert client.get(pages(game)[0]).status_code == 404
        assert not Film.objects.exists()

    def test_it_asks_four_queries_at_most(self, client, over, made):
        for address in pages(over):
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200

            assert len(captured) <= 4

    def test_one_that_is_not_made_is_not_there(self, table):
        with pytest.raises(NotFound):
            films.access(table)


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_several_who_ask_in_the_same_moment_get_one_film(self, over):
        found, start = [], threading.Barrier(4)

        def ask(number):
            try:
                start.wait()
                found.append(
                    films.ask(table=sharing.finished(over.pk), address=f"192.0.2.{number}").pk
                )
            finally:
                connection.close()

        threads = [threading.Thread(target=ask, args=[number]) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert len(found) == 4
        assert len(set(found)) == 1
