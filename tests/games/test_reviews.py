"""Reviews: asked for once, made turn by turn, told in words that follow from the game."""

import re
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from celery.signals import before_task_publish
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import limits
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, NotFound, Refusal, TooMany, Unprocessable
from engine import get_bot
from engine.games.botanik.facts import Released
from engine.games.botanik.tiles import W, tile_of
from engine.review import METHOD
from games import events, topics
from games.boards import Tried
from games.boards.botanik import gains
from games.models import Game, Review
from games.selectors import eyes, moves, tables
from games.selectors import reviews as selectors
from games.services import endings, reviews
from games.services.reviews import BY_GUESTS, MOST_A_DAY, MOST_BY_A_GUEST, MOST_TRIES, SILENT
from tests.at_once import at_once
from tests.engine.pictures import built, table
from tests.factories import GameFactory, TableFactory, UserFactory, some_turn
from tests.laid_once import laid_for_class

pytestmark = pytest.mark.django_db
Status = Review.Status
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _small_budget(monkeypatch):
    """A few hundred nodes a turn: enough to see what is done with them."""
    monkeypatch.setattr(reviews, "GAME_NODES", 4_000)


def given_up(game, user):
    endings.resign(game_id=game.pk, user=user)
    return Game.objects.get(pk=game.pk)


def lay():
    """One that is over after a dozen turns."""
    alice, bob = UserFactory(username="alice"), UserFactory(username="bob")
    return given_up(GameFactory(users=[alice, bob], turns=12), bob)


laid = laid_for_class(lay)


@pytest.fixture
def game(db, laid):
    return Game.objects.get(pk=laid.pk)


@pytest.fixture
def alice(db, laid):
    return User.objects.get(username="alice")


@pytest.fixture
def bob(db, laid):
    return User.objects.get(username="bob")


@pytest.fixture
def review(game, alice):
    """One that was asked for, and that nobody works on yet."""
    return reviews.ask(game_id=game.pk, user=alice)


@pytest.fixture
def made(review):
    return finish(review)


def finish(review):
    while review.is_under_way:
        reviews.go_on(review_id=review.pk, done=review.done)
        review.refresh_from_db()
    return review


def long_ago(review):
    Review.objects.filter(pk=review.pk).update(noted_at=timezone.now() - SILENT)


@pytest.fixture
def queued():
    """The tasks of reviews that were queued."""
    found = []

    def note(body, **_):
        found.append(tuple(body[0]))

    before_task_publish.connect(note, sender="games.tasks.judge_turn")
    yield found
    before_task_publish.disconnect(note, sender="games.tasks.judge_turn")


class TestAsking:
    def test_it_is_queued_once(self, game, alice, queued, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            review = reviews.ask(game_id=game.pk, user=alice)
            again = reviews.ask(game_id=game.pk, user=alice)

        assert again == review
        assert queued == [(review.pk, 0)]

    def test_it_is_the_same_for_whoever_asks_second(self, review, game, charlie):
        assert reviews.ask(game_id=game.pk, user=charlie) == review
        assert Review.objects.get().asked_by.username == "alice"

    def test_it_notes_by_whom_and_how_it_is_made(self, review):
        assert (review.bot, review.method) == ("yew", METHOD)
        assert review.total == 12
        assert review.nodes == 4_000 // 12

    def test_it_looks_four_times_as_far_as_the_bot_at_a_table(self, game, alice, monkeypatch):
        monkeypatch.setattr(reviews, "GAME_NODES", 10**9)

        assert reviews.ask(game_id=game.pk, user=alice).nodes == 4 * get_bot("yew").nodes

    def test_it_is_never_of_a_running_game(self, alice, bob):
        running = GameFactory(users=[alice, bob], turns=12)

        with pytest.raises(Conflict):
            reviews.ask(game_id=running.pk, user=alice)

        assert not Review.objects.exists()

    def test_it_is_not_of_a_game_that_somebody_may_not_see(self, alice, bob, charlie):
        private = given_up(GameFactory(users=[alice, bob], turns=6, is_private=True), bob)

        with pytest.raises(NotFound):
            reviews.ask(game_id=private.pk, user=charlie)

    def test_it_is_not_of_a_game_of_a_few_turns(self, alice, bob):
        short = given_up(GameFactory(users=[alice, bob], turns=3), bob)

        with pytest.raises(Unprocessable):
            reviews.ask(game_id=short.pk, user=alice)

    def test_it_is_not_of_a_team(self, shared_nursery, alice, bob):
        game = TableFactory(users=[alice, bob], ruleset="shared-nursery", turns=1000)
        assert not game.is_running

        with pytest.raises(Unprocessable):
            reviews.ask(game_id=game.pk, user=alice)

    def test_it_is_for_those_who_are_signed_in_or_play(self, game):
        with pytest.raises(Forbidden):
            reviews.ask(game_id=game.pk, user=AnonymousUser())

    def test_it_can_be_asked_for_again_where_it_failed(self, review, game, bob):
        reviews.go_on(review_id=review.pk, done=0)
        Review.objects.update(status=Status.FAILED)

        again = reviews.ask(game_id=game.pk, user=bob)

        assert (again.pk, again.status, again.done) == (review.pk, Status.WAITING, 1)
        assert finish(again).is_done


class TestLimits:
    def asked(self, user, number, when=None):
        for _ in range(number):
            game = GameFactory(users=UserFactory.create_batch(2))
            Review.objects.create(
                game=game, asked_by=user, asked_at=when or timezone.now(), bot="yew", nodes=1,
                method=1, total=4, status=Status.FAILED,
            )  # fmt: skip

    def test_it_is_ten_a_day_for_an_account(self, game, alice):
        self.asked(alice, MOST_A_DAY)

        with pytest.raises(TooMany):
            reviews.ask(game_id=game.pk, user=alice)

    def test_it_is_as_many_again_a_day_later(self, game, alice):
        self.asked(alice, MOST_A_DAY, when=timezone.now() - timedelta(days=1))

        assert reviews.ask(game_id=game.pk, user=alice)

    def test_it_lets_everybody_read_what_others_asked_for(self, review, game, charlie):
        self.asked(charlie, MOST_A_DAY)

        assert reviews.ask(game_id=game.pk, user=charlie) == review

    def test_it_is_two_a_day_for_a_guest(self, game):
        guest = User.objects.create_user("guest-one", is_guest=True)
        self.asked(guest, MOST_BY_A_GUEST)

        with pytest.raises(TooMany):
            reviews.ask(game_id=game.pk, user=guest, address="203.0.113.9")

    def test_it_is_counted_by_address_for_guests(self, game, alice):
        guest = User.objects.create_user("guest-two", is_guest=True)
        for _ in range(BY_GUESTS.most):
            limits.demand(BY_GUESTS, address="203.0.113.9", otherwise="")

        with pytest.raises(TooMany):
            reviews.ask(game_id=game.pk, user=guest, address="203.0.113.9")
        assert reviews.ask(game_id=game.pk, user=alice, address="203.0.113.9")


class TestMaking:
    def test_it_judges_every_turn(self, made, game):
        judged = selectors.judgements(made.result)
        played = [
            (turn.seat, turn.first, turn.last) for turn in selectors.turns_of(tables.find(game.pk))
        ]

        assert [(one.seat, one.first, one.last) for one in judged] == played
        assert made.is_done
        assert made.done == made.total == len(judged)

    def test_it_is_the_same_each_time(self, made, game, alice):
        result = made.result
        made.delete()

        assert finish(reviews.ask(game_id=game.pk, user=alice)).result == result

    def test_it_queues_the_next_turn(self, review, queued, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            reviews.go_on(review_id=review.pk, done=0)

        assert queued == [(review.pk, 1)]

    def test_it_does_nothing_for_a_turn_that_is_judged(self, review, queued):
        reviews.go_on(review_id=review.pk, done=0)

        reviews.go_on(review_id=review.pk, done=0)

        review.refresh_from_db()
        assert review.done == 1

    def test_it_is_written_once(self, made):
        reviews.go_on(review_id=made.pk, done=made.total)
        reviews.tend()

        before, made = made.result, Review.objects.get()
        assert made.result == before
        assert made.is_done

    def test_it_is_one_at_a_time(self, review, alice, bob, django_capture_on_commit_callbacks):
        second = given_up(GameFactory(users=[alice, bob], turns=6), bob)
        waiting = reviews.ask(game_id=second.pk, user=alice)
        reviews.go_on(review_id=review.pk, done=0)

        reviews.go_on(review_id=waiting.pk, done=0)

        waiting.refresh_from_db()
        assert (waiting.status, waiting.done) == (Status.WAITING, 0)
        assert selectors.before_it(waiting) == 1

    def test_it_calls_who_waits_when_it_is_done(
        self, review, alice, bob, queued, django_capture_on_commit_callbacks
    ):
        second = given_up(GameFactory(users=[alice, bob], turns=6), bob)
        waiting = reviews.ask(game_id=second.pk, user=alice)

        with django_capture_on_commit_callbacks(execute=True):
            finish(review)

        assert queued[-1] == (waiting.pk, 0)

    def test_it_is_one_at_a_time_for_the_database_too(self, review, alice, bob):
        second = given_up(GameFactory(users=[alice, bob], turns=6), bob)
        waiting = reviews.ask(game_id=second.pk, user=alice)
        Review.objects.filter(pk=review.pk).update(status=Status.WORKING)

        with pytest.raises(IntegrityError), transaction.atomic():
            Review.objects.filter(pk=waiting.pk).update(status=Status.WORKING)

    def test_it_tells_who_waits_now_and_then(
        self, review, monkeypatch, django_capture_on_commit_callbacks
    ):
        told = []
        monkeypatch.setattr(events, "_send", told.append)

        with django_capture_on_commit_callbacks(execute=True):
            finish(review)

        assert {topic for one in told for topic in one} == {events.review_topic(review.game_id)}
        assert len(told) == review.total

    @pytest.mark.parametrize("ruleset", ["seedlings", "nursery"])
    def test_it_reviews_tables_of_three_with_hidden_hands(
        self, request, ruleset, alice, bob, charlie, client
    ):
        request.getfixturevalue(ruleset)
        game = TableFactory(users=[alice, bob, charlie], ruleset=ruleset, turns=1000)
        assert not game.is_running
        review = finish(reviews.ask(game_id=game.pk, user=alice))

        text = client.get(f"/games/{game.pk}/review/").content.decode()

        assert review.is_done
        assert text.count("<polyline") == 3


class TestTending:
    @pytest.fixture
    def working(self, review):
        reviews.go_on(review_id=review.pk, done=0)
        review.refresh_from_db()
        return review

    def tended(self, review):
        reviews.tend()
        review.refresh_from_db()
        return review

    def test_it_leaves_alone_what_is_being_made(self, working, queued):
        assert self.tended(working).tries == 1
        assert queued == []

    def test_it_goes_on_with_what_was_silent(
        self, working, queued, django_capture_on_commit_callbacks
    ):
        long_ago(working)

        with django_capture_on_commit_callbacks(execute=True):
            self.tended(working)

        assert working.tries == 2
        assert queued == [(working.pk, 1)]

    def test_it_gives_up_after_three_tries(self, working):
        for _ in range(MOST_TRIES):
            long_ago(working)
            self.tended(working)

        assert working.has_failed

    def test_it_counts_tries_at_one_turn(self, working):
        long_ago(working)
        self.tended(working)

        reviews.go_on(review_id=working.pk, done=1)

        working.refresh_from_db()
        assert working.tries == 1

    def test_it_calls_who_waits_and_was_forgotten(self, review, queued):
        reviews.tend()

        assert queued == [(review.pk, 0)]

    def test_it_calls_who_waits_when_another_is_given_up(self, working, alice, bob, queued):
        second = given_up(GameFactory(users=[alice, bob], turns=6), bob)
        waiting = reviews.ask(game_id=second.pk, user=alice)
        Review.objects.filter(pk=working.pk).update(tries=MOST_TRIES)
        long_ago(working)

        reviews.tend()

        assert queued == [(waiting.pk, 0)]


@pytest.mark.django_db(transaction=True)
class TestRaces:
    """They mean most on PostgreSQL: SQLite lets nobody race."""

    @pytest.fixture
    def laid(self, db):
        return lay()

    def test_it_makes_one_of_many_who_ask_at_once(self, game, alice, bob, queued):
        ask = partial(reviews.ask, game_id=game.pk)

        answers = at_once(*[partial(ask, user=user) for user in (alice, bob) * 5])

        assert [answer for answer in answers if isinstance(answer, Refusal)] == []
        assert len({answer.pk for answer in answers}) == 1
        # A worker that another test has started may have gone on with it already.
        assert queued.count((answers[0].pk, 0)) == 1

    def test_it_asks_for_no_more_than_the_day_allows(self, alice, bob, monkeypatch):
        monkeypatch.setattr(reviews, "MOST_A_DAY", 2)
        games = [given_up(GameFactory(users=[alice, bob], turns=4), bob) for _ in range(4)]

        answers = at_once(*[partial(reviews.ask, game_id=game.pk, user=alice) for game in games])

        assert len([answer for answer in answers if isinstance(answer, TooMany)]) == 2
        assert Review.objects.count() == 2

    def test_it_judges_a_turn_once_where_two_workers_do(self, game, alice, queued):
        review = reviews.ask(game_id=game.pk, user=alice)
        queued.clear()

        at_once(*[partial(reviews.go_on, review_id=review.pk, done=0)] * 3)

        # A worker that an earlier test has begun may have gone on meanwhile.
        review.refresh_from_db()
        judged = [turn["first"] for turn in review.result["turns"]]
        assert review.done == len(judged) == len({*judged})
        assert queued.count((review.pk, 1)) == 1

    def test_it_begins_one_of_two_reviews(self, game, alice, bob):
        second = given_up(GameFactory(users=[alice, bob], turns=6), bob)
        both = [reviews.ask(game_id=one.pk, user=alice) for one in (game, second)]

        at_once(*[partial(reviews.go_on, review_id=one.pk, done=0) for one in both])

        assert Review.objects.filter(status=Status.WORKING).count() == 1


class TestPage:
    @pytest.fixture
    def page(self, game):
        return f"/games/{game.pk}/review/"

    def test_it_offers_a_review_and_says_what_it_costs(self, client, alice, page):
        client.force_login(alice)

        text = client.get(page).content.decode()

        assert "Let Yew review this game" in text
        assert "You can ask for 10 reviews a day." in text

    def test_it_asks_visitors_to_log_in(self, client, page):
        text = client.get(page).content.decode()

        assert "Let Yew review this game" not in text
        assert "To ask for a review, log in" in text
        assert client.post(page).status_code == 403

    def test_it_is_asked_for_by_a_button_that_leads_back(self, client, alice, page, game):
        client.force_login(alice)

        answer = client.post(page)

        assert answer.status_code == 302
        assert answer["Location"] == f"/games/{game.pk}/replay/#review"
        assert "0 of 12 turns are judged." in client.get(page).content.decode()

    def test_it_answers_the_button_with_the_part_that_changed(self, client, alice, page, game):
        client.force_login(alice)

        text = client.post(page, headers=HTMX).content.decode()

        assert "<html" not in text
        assert f'data-topic="review.{game.pk.hex}"' in text

    def test_it_shows_how_far_it_is(self, client, page, review):
        reviews.go_on(review_id=review.pk, done=0)

        text = client.get(page, headers=HTMX).content.decode()

        assert "1 of 12 turns are judged." in text

    def test_it_offers_to_go_on_where_it_stopped(self, client, alice, page, review):
        reviews.go_on(review_id=review.pk, done=0)
        Review.objects.update(status=Status.FAILED)
        client.force_login(alice)

        text = client.get(page).content.decode()

        assert "stopped at 1 of 12 turns" in text
        assert "Let Yew review this game" in text

    def test_it_says_that_it_is_an_estimate_and_whose(self, client, page, made):
        text = client.get(page).content.decode()

        assert "an estimate by Yew" in text
        assert str(made.nodes) in text

    def test_it_leads_from_every_turn_to_where_it_is_shown(self, client, page, made, game):
        text = client.get(page).content.decode()

        for one in selectors.judgements(made.result):
            assert f'href="/games/{game.pk}/replay/{one.last}/" data-ply="{one.last}"' in text

    def test_it_has_the_numbers_as_a_table(self, client, page, made):
        text = client.get(page).content.decode()

        assert len(re.findall(r'<th scope="row"><a', text)) == made.total

    def test_it_says_for_a_running_game_that_it_is_too_early(self, client, alice, bob):
        running = GameFactory(users=[alice, bob], turns=12)
        client.force_login(alice)

        text = client.get(f"/games/{running.pk}/review/").content.decode()

        assert "A game is reviewed when it is over, not before." in text
        assert client.post(f"/games/{running.pk}/review/").status_code == 409

    def test_it_is_for_the_two_alone_where_the_game_is_private(self, client, alice, bob, charlie):
        private = given_up(GameFactory(users=[alice, bob], turns=6, is_private=True), bob)
        finish(reviews.ask(game_id=private.pk, user=alice))
        client.force_login(charlie)

        assert client.get(f"/games/{private.pk}/review/").status_code == 404
        assert not topics.may_watch([events.review_topic(private.pk)], charlie)
        assert topics.may_watch([events.review_topic(private.pk)], alice)

    def test_it_speaks_french(self, client, page, made):
        client.cookies["django_language"] = "fr"

        text = client.get(page).content.decode()

        assert "une estimation de Yew" in text

    def test_it_asks_the_same_number_of_queries_however_long_the_game(
        self, client, alice, bob, page, made
    ):
        long = given_up(GameFactory(users=[alice, bob], turns=40), bob)
        finish(reviews.ask(game_id=long.pk, user=alice))
        client.get(page)

        counts = []
        for game_id in (made.game_id, long.pk):
            with CaptureQueriesContext(connection) as queries:
                client.get(f"/games/{game_id}/review/")
            counts.append(len(queries))

        assert counts[0] == counts[1] <= 5


class TestReplay:
    def test_it_is_on_the_page_of_the_replay(self, client, made, game):
        text = client.get(f"/games/{game.pk}/replay/").content.decode()

        assert "Turning points" in text

    def test_it_judges_the_move_that_is_shown(self, client, made, game):
        one = selectors.judgements(made.result)[5]

        for ply in range(one.first, one.last + 1):
            text = client.get(f"/games/{game.pk}/replay/{ply}/", headers=HTMX).content.decode()
            part = text.partition('id="review-turn"')[2]
            assert 'hx-swap-oob="true"' in part
            assert f"Turn 6, {('alice', 'bob')[one.seat]}" in part

    def test_it_has_nothing_to_say_about_a_reveal(self, client, made, game):
        text = client.get(f"/games/{game.pk}/replay/1/", headers=HTMX).content.decode()

        assert "Turn " not in text.partition('id="review-turn"')[2]

    def test_it_tells_the_whole_story_for_the_whole_page_alone(self, client, made, game):
        text = client.get(f"/games/{game.pk}/replay/3/", headers=HTMX).content.decode()

        assert "Turning points" not in text

    def test_it_is_nowhere_while_a_game_runs(self, client, alice, bob):
        running = GameFactory(users=[alice, bob], turns=12)

        assert 'id="review"' not in client.get(f"/games/{running.pk}/replay/").content.decode()


def another_turn(turn):
    """One that its seat could have played instead."""
    played = [move.notation for move in turn.path]
    tried = (some_turn(turn.before, Random(seed)) for seed in range(1000))
    return next(moves for seat, moves in tried if seat == turn.seat and moves != played)


def with_a_slip(review, at=5):
    """The review, as if one turn had lost a fifth of the chance, and the next been a find."""
    found = list(selectors.turns_of(tables.find(review.game_id)))
    rows = review.result["turns"]
    rows[at] |= {"best": 0.7, "chance": 0.5, "next_best": 0.5, "line": another_turn(found[at])}
    rows[at + 1] |= {"best": 0.6, "chance": 0.6, "next_best": 0.4, "line": []}
    review.result |= {"turning_points": [at], "finds": {str(found[at + 1].seat): at + 1}}
    review.save()
    return review


class TestWords:
    @pytest.fixture
    def slipped(self, made):
        return with_a_slip(made)

    @pytest.fixture
    def told(self, slipped, game):
        return selectors.summary(slipped, tables.find(game.pk))

    def test_it_says_what_the_bot_would_have_done_by_its_facts(self, told):
        (verdict,) = told.turning_points

        assert (verdict.best, verdict.chance, verdict.kept) == (70, 50, 71)
        assert verdict.instead.startswith("Yew ")
        assert verdict.gains

    def test_it_says_what_was_played_as_the_list_of_moves_does(self, told, game):
        (verdict,) = told.turning_points
        turns = moves.all_turns(tables.find(game.pk))

        assert verdict.played == next(turn.words for turn in turns if turn.ply == verdict.ply)

    def test_it_says_what_somebody_found(self, told, client, game):
        (find,) = [share.find for share in told.shares if share.find]
        text = client.get(f"/games/{game.pk}/review/").content.decode()

        assert (find.number, find.chance, find.next_best) == (7, 60, 40)
        assert find.instead == ""
        assert "would have left 40 % instead of 60 %." in text

    def test_it_says_you_to_who_played_and_not_of_the_bot(self, slipped, game, alice, bob):
        turn = list(selectors.turns_of(tables.find(game.pk)))[5]
        seen = tables.access(game.pk, (alice, bob)[turn.seat])
        steps = {step.row.ply: step for step in moves.steps_of(seen)}

        verdict = selectors.at_step(slipped, seen, eyes.own(seen), steps[turn.last])

        assert verdict.played.startswith("You ")
        assert verdict.instead.startswith("Yew ")

    def test_it_counts_what_each_kept(self, told, slipped):
        judged = selectors.judgements(slipped.result)

        for share in told.shares:
            kept = [one.kept for one in judged if one.seat == share.seat]
            assert share.turns == len(kept)
            assert share.kept == round(100 * sum(kept) / len(kept))

    def test_it_tells_points_where_a_board_names_no_gains(self, nursery, alice, bob, charlie):
        game = TableFactory(users=[alice, bob, charlie], ruleset="nursery", turns=1000)
        assert not game.is_running
        review = with_a_slip(finish(reviews.ask(game_id=game.pk, user=alice)))

        (verdict,) = selectors.summary(review, tables.find(game.pk)).turning_points

        assert re.search(r"scored (no|\d+ points?) more", " ".join(verdict.gains))


TO_THE_LEFT = tile_of("RV").openings.index(W)


class TestGains:
    """What a turn of Botanik would have brought, from two machines."""

    def told(self, better, played, facts=((), ())):
        state = table(
            """
            :Arrival | KX
            :Seat 1  | .   .   .   .   .
            :Centre  | KL  GL  RL  GM  BT
            :Seat 0  | .   .   .   .   .
            """
        )
        views = [
            state._replace(machines=(built(text), built(""))).view_for(0)
            for text in (better, played)
        ]
        tried = [Tried(told, view) for told, view in zip(facts, views, strict=True)]
        return gains(*tried, seat=0, names=["alice", "bob"])

    GROWN = "RX@0,1^0 RI@0,2^0 RI@0,3^0"

    def test_it_names_a_vegetable_that_would_have_been_fed(self):
        assert self.told(f"{self.GROWN} RV@1,1^{TO_THE_LEFT}", self.GROWN)[0] == (
            "The red vegetable would have been fed, in a group of 4."
        )

    def test_it_names_a_plant_that_would_have_been_fed_without_a_group(self):
        assert self.told(f"RX@0,1^0 RP@1,1^{TO_THE_LEFT}", "RX@0,1^0") == [
            "The red plant would have been fed."
        ]

    def test_it_names_a_group_that_would_have_grown(self):
        assert self.told(f"{self.GROWN} RI@0,4^0", self.GROWN) == [
            "The red group would have had 4 tiles instead of 3."
        ]

    def test_it_names_a_new_group(self):
        assert self.told(self.GROWN, "RX@0,1^0 RI@0,2^0") == [
            "There would have been a red group of 3."
        ]

    def test_it_counts_flowers_and_what_is_cut_off(self):
        joined, apart = "GX@0,1^0 RIf@0,2^0", "GX@0,1^0 RIf@2,1^0"

        assert self.told(joined, apart) == [
            "1 more flower on pipes would have counted.",
            "1 tile would not have been cut off.",
        ]

    def test_it_names_what_would_have_come_free_and_what_the_other_would_not_have(self):
        facts = ([Released(0, tile_of("RV"), 2)], [Released(1, tile_of("BP"), 2)])

        assert self.told("", "", facts) == [
            "It would have set free the red vegetable.",
            "bob would not have received the blue plant.",
        ]

    def test_it_has_nothing_to_say_where_nothing_differs(self):
        assert self.told(self.GROWN, self.GROWN) == []
