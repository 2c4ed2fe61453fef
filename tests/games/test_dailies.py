"""The game of the day: the same deck for all, once, and nobody sees another's before it is over."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from accounts.refusals import Conflict
from engine import SetupError, read_record
from engine.fairness import verify
from games.models import Annulment, Archive, Daily, DailyTry, Game, Player, Result
from games.models.secrets import DeckSecret
from games.selectors import dailies as selectors
from games.selectors import tables, watching
from games.services import archives, dailies, decks, endings, offers
from games.services.offers import Wish
from tests.factories import SuperuserFactory, UserFactory
from tests.games.dailies import a_daily, lay_one, play_daily, solo
from tests.games.leaks import ROUTES

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday
PAGE = "/daily/gardeners/"


@pytest.fixture(autouse=True)
def at_noon(time_machine):
    time_machine.move_to(NOON, tick=False)


@pytest.fixture
def close_day(time_machine):
    """Go to where nothing counts for today any more, and let the sweep come by."""

    def close():
        time_machine.move_to(selectors.closes_at(NOON.date()), tick=False)
        dailies.tend()

    return close


def client_of(user):
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def drawn(game):
    return list(game.moves.filter(seat=None).values_list("notation", flat=True))


def leads_to_login(answer):
    return answer.get("Location", "").startswith("/account/login/")


class TestDeck:
    def test_it_is_the_same_for_everybody(self, alice, bob):
        games = [play_daily(user) for user in (alice, bob)]

        assert drawn(games[0]) == drawn(games[1]) != []

    def test_it_is_another_on_another_day(self, alice, time_machine):
        first = play_daily(alice)
        time_machine.move_to(NOON + timedelta(days=1))

        assert drawn(play_daily(alice)) != drawn(first)

    def test_it_is_committed_to_before_the_day_begins(self, client):
        dailies.tend()

        days = list(Daily.objects.order_by("day").values_list("day", "commitment"))
        page = client.get(PAGE).content.decode()
        assert [day for day, _ in days] == [NOON.date(), NOON.date() + timedelta(days=1)]
        assert all(commitment in page for _, commitment in days)

    def test_it_is_made_once(self):
        made = dailies.of_day(a_daily(), NOON.date())

        assert dailies.of_day(a_daily(), NOON.date()) == made
        with pytest.raises(IntegrityError), transaction.atomic():
            dailies._make(a_daily(), NOON.date())
        assert DeckSecret.objects.count() == 1

    def test_it_is_the_only_one_that_fits_the_commitment(self):
        daily = dailies.of_day(a_daily(), NOON.date())

        assert DeckSecret.objects.get(game_id=daily.pk).entropy == {"0": daily.pk.hex}

    def test_it_is_played_by_the_rules_for_which_it_was_made(self):
        with pytest.raises(SetupError, match="99"):
            Wish(ruleset="gardeners", daily=Daily(rules_version=99)).rules  # noqa: B018

    def test_it_is_proved_when_the_day_is_over_and_not_before(self, alice, close_day):
        game = play_daily(alice)
        seed = DeckSecret.objects.get(game_id=game.daily_id).seed.hex()
        ways = [f"/games/{game.pk}/{way}/" for way in ("record", "json", "replay", "draws")]
        ways += [f"/games/{game.pk}/", "/@alice/games/download/"]
        client = client_of(alice)

        before = [b"".join(client.get(way)) for way in ways]
        assert not [answer for answer in before if seed.encode() in answer]
        assert client.get(f"/games/{game.pk}/draws/").status_code == 409
        assert decks.show_proof(game) is None
        assert decks.show_proofs([game]) == {}

        close_day()

        record = client.get(f"/games/{game.pk}/record/").content.decode()
        assert seed in record
        assert game.commitment in record
        assert verify(read_record(record)) == len(drawn(game))
        assert client.get(f"/games/{game.pk}/draws/").status_code == 200

    def test_it_holds_against_what_was_promised(self, alice):
        game = play_daily(alice, ends=False)

        assert decks.hold_against(game) == len(drawn(game))
        decks.hold_daily(game.daily)


class TestOneTry:
    def test_it_leads_to_the_game_that_was_begun(self, alice):
        game = play_daily(alice)

        assert dailies.play(ruleset=a_daily(), user=alice) == game
        assert Game.objects.count() == 1

    def test_it_is_one_by_a_constraint_too(self, alice, bob):
        one, other = play_daily(alice), play_daily(bob)

        with pytest.raises(IntegrityError), transaction.atomic():
            DailyTry.objects.filter(game=other).update(user=alice)
        assert one.daily == other.daily

    def test_it_is_not_called_off_but_given_up(self, alice):
        game = dailies.play(ruleset=a_daily(), user=alice)
        page = client_of(alice).get(f"/games/{game.pk}/").content.decode()

        with pytest.raises(Conflict, match="cannot be called off"):
            endings.abort(game_id=game.pk, user=alice)
        assert f"/games/{game.pk}/resign/" in page
        assert f"/games/{game.pk}/abort/" not in page

    def test_it_is_another_deck_when_one_plays_again(self, alice):
        game = play_daily(alice)

        again = offers.rematch(game_id=game.pk, user=alice)

        assert again.daily is None
        assert not again.is_private
        assert again.commitment != game.commitment
        assert drawn(again) != drawn(game)[: len(drawn(again))]

    def test_it_makes_a_guest_of_a_visitor(self, client):
        answer = client.post(f"{PAGE}play/")

        (player,) = Player.objects.select_related("user")
        assert player.user.is_guest
        assert answer["Location"] == f"/games/{player.game_id}/"
        assert client.post(f"{PAGE}play/")["Location"] == answer["Location"]

    def test_it_cannot_be_tried_anew_by_playing_on(self, alice):
        game = play_daily(alice)

        client_of(alice).post(f"/games/{game.pk}/replay/3/try/play/", {"bot": "pip"})

        assert Game.objects.count() == 1


class TestSecret:
    """Charlie has not played, and looks for alice's game on every way there is."""

    def ways(self, game):
        blanks = {"game_id": game.pk, "ply": 3, "room": "players"}
        for name, wanted in ROUTES.items():
            if "game_id" in wanted and set(wanted) <= blanks.keys():
                yield reverse(name, kwargs={blank: blanks[blank] for blank in wanted})

    @pytest.mark.parametrize("ends", [False, True], ids=["running", "over"])
    def test_it_is_not_there_for_somebody_else(self, alice, charlie, ends):
        game = play_daily(alice, ends=ends)
        people = [client_of(charlie), Client()]

        for way in self.ways(game):
            for client in people:
                looked, sent = client.get(way), client.post(way)
                assert looked.status_code in (404, 405) or leads_to_login(looked), way
                # What is sent may be refused for what it lacks, before the game is looked for.
                assert 400 <= sent.status_code < 500 or leads_to_login(sent), way
                assert drawn(game)[0].lstrip(">").encode() not in sent.content
        assert Game.objects.count() == 1

    def test_it_is_not_there_for_who_has_finished_either(self, alice, charlie):
        """They may be the same person, twice."""
        game = play_daily(alice)
        play_daily(charlie)

        assert client_of(charlie).get(f"/games/{game.pk}/replay/").status_code == 404

    def test_it_is_in_no_list(self, alice, charlie):
        games = [play_daily(alice), play_daily(UserFactory(), ends=False)]
        lists = (
            "/", "/watch/", "/games/", "/@alice/", "/@alice/games/", "/play/", PAGE, "/offers/",
            "/@alice/statistics/gardeners/", "/archive/", "/best/gardeners/",
        )  # fmt: skip

        for client in (client_of(charlie), Client()):
            pages = {way: client.get(way).content.decode() for way in lists}
            told = [way for way, page in pages.items() for game in games if str(game.pk) in page]
            assert told == []
        assert watching.games() == []
        assert not b"".join(client_of(charlie).get("/@alice/games/download/")).count(b"gardeners")

    def test_it_is_hidden_from_staff_who_read_moves(self, alice):
        game = play_daily(alice)

        page = client_of(SuperuserFactory()).get(f"/admin/games/move/?q={game.pk}").content.decode()

        assert drawn(game)[0].removeprefix(">") not in page

    def test_it_is_heard_by_nobody(self, alice, charlie):
        assert not tables.may_watch(play_daily(alice, ends=False).pk, charlie)

    def test_it_is_there_for_its_player(self, alice):
        game = play_daily(alice)

        for way in ("", "replay/", "record/", "json/", "moves/"):
            assert client_of(alice).get(f"/games/{game.pk}/{way}").status_code == 200

    def test_it_is_there_for_everybody_when_the_day_is_over(self, alice, charlie, close_day):
        game = play_daily(alice)
        close_day()

        assert client_of(charlie).get(f"/games/{game.pk}/replay/").status_code == 200
        assert f"/games/{game.pk}/" in client_of(charlie).get("/@alice/games/").content.decode()
        page = client_of(charlie).get(f"{PAGE}?day=2026-11-18").content.decode()
        assert f"/games/{game.pk}/replay/" in page
        assert not Player.objects.filter(is_private=True).exists()

    def test_it_stays_secret_for_two_hours_after_midnight(self, alice, charlie, time_machine):
        game = play_daily(alice)
        time_machine.move_to(selectors.closes_at(NOON.date()) - timedelta(seconds=1))
        dailies.tend()

        assert client_of(charlie).get(f"/games/{game.pk}/replay/").status_code == 404

    def test_it_is_opened_once(self, alice, close_day, time_machine):
        play_daily(alice)
        close_day()
        opened_at = Daily.objects.get(day=NOON.date()).opened_at
        time_machine.shift(600)
        dailies.tend()

        assert Daily.objects.get(day=NOON.date()).opened_at == opened_at
        assert Daily.objects.filter(opened_at=None).count() == 2

    def test_it_is_not_told_of_days_to_come(self, client):
        dailies.tend()

        assert client.get(f"{PAGE}?day=2026-11-19").status_code == 404
        assert client.get(f"{PAGE}?day=never").status_code == 404


class TestEndOfDay:
    def test_it_counts_for_its_day_if_it_ends_soon_after_midnight(self, alice, time_machine):
        time_machine.move_to(datetime(2026, 11, 18, 23, 59, tzinfo=UTC))
        game = play_daily(alice, ends=False)
        time_machine.move_to(datetime(2026, 11, 19, 1, 59, tzinfo=UTC))
        endings.resign(game_id=game.pk, user=alice)

        assert Result.objects.get().daily.day == date(2026, 11, 18)

    def test_it_counts_for_nothing_later_and_may_be_finished(self, alice, charlie, close_day):
        game = play_daily(alice, ends=False)
        close_day()
        lay_one(game)
        endings.resign(game_id=game.pk, user=alice)

        assert not Result.objects.exists()
        assert "counts for no list" not in client_of(alice).get(PAGE).content.decode()

    def test_it_counts_for_nothing_once_shown_whatever_a_clock_says(
        self, alice, close_day, time_machine
    ):
        game = play_daily(alice, ends=False)
        close_day()
        time_machine.move_to(selectors.closes_at(NOON.date()) - timedelta(seconds=1))
        endings.resign(game_id=game.pk, user=alice)

        assert not Result.objects.exists()

    def test_it_is_archived_if_its_month_was_before(self, alice, time_machine):
        time_machine.move_to(datetime(2026, 10, 31, 12, tzinfo=UTC), tick=False)
        game = play_daily(alice)
        solo(alice)  # which is public at once
        time_machine.move_to(datetime(2026, 11, 1, 3, 5, tzinfo=UTC), tick=False)
        archives.tend()
        archive = Archive.objects.get(ruleset=game.ruleset)
        archives.make(archive.pk)
        archived = Archive.objects.get().games
        dailies.tend()
        time_machine.shift(archives.REMADE_EVERY)
        archives.make(archive.pk)

        assert (archived, Archive.objects.get().games) == (1, 2)

    def test_it_begins_at_midnight_utc(self, alice, time_machine):
        time_machine.move_to(datetime(2026, 11, 18, 23, 59, 59, tzinfo=UTC), tick=False)
        first = play_daily(alice)
        time_machine.move_to(datetime(2026, 11, 19, 0, 0, tzinfo=UTC), tick=False)
        second = play_daily(alice)

        assert [one.daily.day.day for one in (first, second)] == [18, 19]


class TestLists:
    def test_it_has_the_best_first(self, alice, bob, charlie, client):
        games = [play_daily(user) for user in (alice, bob, charlie)]
        for game, score, spent in zip(games, (3, 5, 3), (90, 99, 80), strict=True):
            Result.objects.filter(game=game).update(score=score, done=score, spent=spent)

        page = client.get(PAGE).content.decode()

        day, week = page.split('id="week-title"')
        assert day.index("bob") < day.index("charlie") < day.index("alice")
        assert week.index("bob") < week.index("charlie") < week.index("alice")

    def test_it_shows_gardens_and_actions(self, alice, client):
        play_daily(alice)
        Result.objects.update(score=4, done=6, spent=187)

        page = client.get(PAGE).content.decode()

        assert "<td>6</td>" in page
        assert "<td>187</td>" in page

    def test_it_adds_up_the_week(self, alice, bob, time_machine):
        for day, score in ((16, 2), (17, 3), (18, -1)):
            time_machine.move_to(datetime(2026, 11, day, 12, tzinfo=UTC), tick=False)
            game = play_daily(alice)
            Result.objects.filter(game=game).update(score=score, done=1, spent=10)
        Result.objects.filter(game=play_daily(bob)).update(score=4, done=4, spent=10)

        week = selectors.week_of("gardeners", NOON.date(), bob)

        found = [(row.user, row.score, row.days) for row in week.rows]
        assert found == [(alice, 5, 3), (bob, 4, 1)]
        assert (week.first.day, week.last.day, week.mine.number) == (16, 22, 2)

    def test_it_shares_places(self, alice, bob):
        for user in (alice, bob):
            play_daily(user)

        week = selectors.week_of("gardeners", NOON.date(), bob)

        assert [row.number for row in week.rows] == [1, 1]

    def test_it_leaves_out_who_is_gone(self, alice, bob, client):
        for user in (alice, bob):
            play_daily(user)
        alice.is_active = False
        alice.save()

        page = client.get(PAGE).content.decode()

        assert "alice" not in page
        assert "deleted player" not in page
        assert "bob" in page

    def test_it_leaves_out_what_moderators_have_taken_out(self, alice, bob):
        game, other = play_daily(alice), play_daily(bob)
        Annulment.objects.create(game=game, reason="voided", by=bob, made_at=game.ended_at)

        week = selectors.week_of("gardeners", NOON.date(), alice)
        assert [one.game_id for one in selectors.results_of(game.daily)] == [other.pk]
        assert [row.user for row in week.rows] == [bob]

    def test_it_shows_a_new_name(self, alice, client):
        play_daily(alice)
        alice.username = "alicia"
        alice.save()

        assert "alicia" in client.get(PAGE).content.decode()

    def test_it_asks_as_often_for_many_as_for_few(self, alice, django_assert_max_num_queries):
        client = client_of(alice)
        play_daily(alice)
        client.get(PAGE)
        with django_assert_max_num_queries(22) as few:
            client.get(PAGE)
        for _ in range(6):
            play_daily(UserFactory())
        with django_assert_max_num_queries(22) as many:
            client.get(PAGE)

        assert len(many) == len(few)

    def test_it_is_not_among_the_best_results(self, alice, close_day):
        play_daily(alice)
        close_day()

        page = client_of(alice).get("/best/gardeners/?terms=1.solo.200").content.decode()

        assert "You have no place here yet" in page


def test_it_can_be_tried_otherwise_up_to_its_end_by_its_player(alice):
    game = play_daily(alice)

    answer = client_of(alice).get(
        f"/games/{game.pk}/replay/{game.ply}/try/", headers={"HX-Request": "true"}
    )

    assert answer.status_code == 200
    assert "The game is over here." in answer.content.decode()
