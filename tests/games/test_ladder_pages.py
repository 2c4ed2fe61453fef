"""The ladder's page, for each who looks at it."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import blocks
from games import events, topics
from games.models import Challenge, Ladder, Notice, Offer, Rung
from games.selectors import ladder as selectors
from games.services import challenges, deliveries, offers, seasons
from tests.factories import OfferFactory, UserFactory
from tests.games.ladders import accept, beat, challenge, climb, confirm, crowd, order, stand

# At noon in the middle of a season: at the end of one, challenges are refused.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

PAGE = "/ladder/botanik/"


@pytest.fixture
def four(alice, bob, charlie):
    dora = UserFactory(username="dora")
    stand(alice, bob, charlie, dora)
    return alice, bob, charlie, dora


def seen_by(user, address=PAGE):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client.get(address)


def text_of(user, address=PAGE):
    return seen_by(user, address).content.decode()


def challengeable(user):
    """Those for whom there is a button among the neighbours."""
    rows = seen_by(user).context["neighbours"]
    return [row.rung.user.username for row in rows if row.is_above and not row.why_not]


class TestForEachViewer:
    def test_it_invites_where_nobody_stands_yet(self, alice):
        assert "Nobody stands on it yet" in text_of(alice)
        assert Ladder.objects.count() == 0

    def test_it_says_to_a_visitor_what_is_needed(self, four):
        page = text_of(None)

        assert "The ladder is for people with an account" in page
        assert "/ladder/botanik/challenge/" not in page
        assert "/ladder/botanik/join/" not in page

    def test_it_says_to_a_guest_what_is_needed(self, four, client):
        client.post("/bots/botanik/", {"bot": "pip"})

        page = client.get(PAGE).content.decode()

        assert "The ladder is for people with an account" in page
        assert "/ladder/botanik/join/" not in page

    def test_it_says_to_who_has_not_confirmed_what_is_needed(self, four):
        page = text_of(UserFactory(username="eve"))

        assert "an address that you have confirmed" in page
        assert "/ladder/botanik/join/" not in page

    def test_it_lets_join_who_may(self, four):
        eve = UserFactory(username="eve")
        confirm(eve)
        client = Client()
        client.force_login(eve)
        assert "/ladder/botanik/join/" in client.get(PAGE).content.decode()

        answer = client.post("/ladder/botanik/join/", follow=True)

        assert "You stand on rung 5 of 5." in answer.content.decode()
        assert order()[-1] == "eve"

    def test_it_shows_my_place_with_a_button_for_each_whom_i_may_challenge(self, four):
        assert challengeable(four[3]) == ["alice", "bob", "charlie"]
        assert "You stand on rung 4 of 4." in text_of(four[3])

    def test_it_says_at_every_other_button_why_not(self, four):
        _alice, bob, charlie, dora = four
        challenge(dora, charlie)
        blocks.block(owner=bob, blocked=dora)
        (eve,) = crowd(1)

        page = text_of(dora)

        assert challengeable(dora) == ["alice"]
        assert "You two have a challenge that runs." in page
        assert "You two do not play each other." in page
        assert "Too far above: you can challenge up to rung 2." in text_of(eve)

    def test_it_has_no_button_for_those_below(self, four):
        assert challengeable(four[0]) == []
        assert "You stand at the top" in text_of(four[0])

    def test_it_is_found_without_naming_the_only_game(self, four, sole_game):
        assert seen_by(four[0], "/ladder/").context["game"] == sole_game

    def test_it_lists_the_games_where_there_are_several(self, four, nursery):
        assert "/ladder/nursery/" in text_of(None, "/ladder/")

    def test_it_has_no_page_for_what_has_no_ladder(self, four):
        assert seen_by(None, "/ladder/nothing/").status_code == 404


class TestChallenging:
    @pytest.fixture
    def client(self, four):
        client = Client()
        client.force_login(four[3])
        return client

    def test_it_is_one_press(self, client, four):
        answer = client.post(f"{PAGE}challenge/", {"name": "bob"}, follow=True)

        assert "You have challenged bob." in answer.content.decode()
        assert Challenge.objects.get().challenged == four[1]

    @pytest.mark.parametrize(("name", "status"), [("nobody", 404), ("dora", 422), ("", 404)])
    def test_it_says_why_not(self, client, name, status):
        assert client.post(f"{PAGE}challenge/", {"name": name}).status_code == status

    def test_it_shows_both_what_they_can_do(self, client, four):
        client.post(f"{PAGE}challenge/", {"name": "bob"})
        offer = Offer.objects.get()

        assert f"/offers/{offer.pk}/withdraw/" in client.get(PAGE).content.decode()
        assert f"/offers/{offer.pk}/accept/" in text_of(four[1])
        assert "dora challenges you" in text_of(four[1])

    def test_it_comes_back_from_withdrawing(self, client, four):
        one = challenge(four[3], four[1])

        answer = client.post(f"/offers/{one.pk}/withdraw/", {"next": PAGE})

        assert answer.url == PAGE

    def test_it_is_left_by_who_confirms_it(self, client, four):
        client.post(f"{PAGE}leave/")

        assert order() == ["alice", "bob", "charlie"]

    def test_it_sends_a_visitor_to_the_door(self, four):
        answer = Client().post(f"{PAGE}challenge/", {"name": "bob"})

        assert answer.url.startswith("/account/login/")


class TestTheOffer:
    def test_it_says_what_silence_and_declining_cost(self, four):
        one = challenge(four[1], four[0])
        address = f"/offers/{one.pk}/"

        assert "silence counts as their win" in text_of(four[0], address)
        assert "To decline this one is free" in text_of(four[0], address)
        offers.decline(offer_id=challenge(four[2], four[0]).pk, user=four[0])
        assert "to decline this one, too, counts" in text_of(four[0], address)

    def test_it_offers_its_owner_no_renewing(self, four):
        one = challenge(four[1], four[0])
        page = text_of(four[1], f"/offers/{one.pk}/")

        assert "or it counts as your win" in page
        assert "/renew/" not in page

    def test_it_stands_among_what_is_offered_with_its_deadline(self, four):
        challenge(four[1], four[0])

        assert "A challenge on the ladder, to be answered by" in text_of(four[0], "/play/")

    def test_it_is_not_among_what_has_expired(self, four):
        one = challenge(four[1], four[0])
        earlier = timezone.now() - timedelta(days=4)
        Challenge.objects.update(since=earlier, due_at=earlier + timedelta(days=3))
        challenges.sweep()

        assert f"/offers/{one.pk}/" not in text_of(four[1], "/play/")

    def test_it_is_mailed_with_its_deadline_and_answers(self, four, time_machine):
        time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
        challenge(four[1], four[0])
        time_machine.move_to(datetime(2026, 5, 4, 12, 10, tzinfo=UTC), tick=False)

        deliveries.deliver()

        (letter,) = [one for one in mail.outbox if one.to == [four[0].email]]
        assert "bob challenges you on the ladder. Answer by" in letter.body
        assert "/offers/by-mail/" in letter.body

    def test_it_is_still_news_after_other_offers_have_expired(self, four, time_machine):
        time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
        challenge(four[1], four[0])
        OfferFactory(owner=four[2])
        time_machine.move_to(datetime(2026, 5, 14, 12, tzinfo=UTC), tick=False)

        challenges.sweep()
        offers.expire()

        assert Notice.objects.filter(event="ladder", read_at=None).count() == 2

    def test_it_is_known_to_who_has_looked_at_the_ladder(self, four, time_machine):
        time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
        challenge(four[1], four[0])
        time_machine.move_to(datetime(2026, 5, 8, 12, tzinfo=UTC), tick=False)
        challenges.sweep()

        seen_by(four[0])

        unread = Notice.objects.filter(event="ladder", read_at=None)
        assert [one.user for one in unread] == [four[1]]

    def test_it_is_mailed_what_became_of_it(self, four, time_machine):
        time_machine.move_to(datetime(2026, 5, 4, 12, tzinfo=UTC), tick=False)
        challenge(four[1], four[0])
        time_machine.move_to(datetime(2026, 5, 7, 12, 1, tzinfo=UTC), tick=False)
        challenges.sweep()
        time_machine.move_to(datetime(2026, 5, 7, 12, 10, tzinfo=UTC), tick=False)

        deliveries.deliver()

        (letter,) = [one for one in mail.outbox if one.to == [four[1].email]]
        assert letter.subject == "The ladder"
        assert "it counts as your win" in letter.body
        assert PAGE in letter.body


class TestWhatHappens:
    def test_it_shows_what_runs_with_its_deadline(self, four):
        challenge(four[1], four[0])
        accept(challenge(four[2], four[0]))

        page = text_of(None)

        assert "answer by" in page
        assert "is being played: watch" in page

    def test_it_shows_the_last_results_and_says_what_was_a_walkover(self, four):
        climb(four[2], four[0])
        beat(four[1], challenge(four[3], four[1]))
        offers.decline(offer_id=challenge(four[1], four[0]).pk, user=four[0])
        earlier = timezone.now() - timedelta(days=4)
        challenge(four[3], four[0])
        Challenge.objects.filter(ended_at=None).update(
            since=earlier, due_at=earlier + timedelta(days=3)
        )
        challenges.sweep()

        page = text_of(None)

        assert "<b>charlie</b> beat alice and took rung 1" in page
        assert "<b>bob</b> held against dora" in page
        assert "alice declined the challenge of bob" in page
        assert "A walk-over: alice did not take up the challenge, and <b>dora</b> took" in page

    def test_it_shows_who_climbed_most_this_week(self, four):
        climb(four[3], four[0])

        assert [rung.user for rung in seen_by(None).context["climbers"]] == [four[3]]

    def test_it_is_read_in_french(self, four):
        challenge(four[1], four[0])
        client = Client(headers={"Accept-Language": "fr"})
        client.force_login(four[0])

        page = client.get(PAGE).content.decode()

        assert "Vous êtes sur l’échelon 1 sur 4." in page
        assert "bob vous défie" in page

    def test_it_follows_by_a_nudge_that_everybody_may_hear(self, four, client):
        topic = events.ladder_topic("botanik")

        assert topics.may_watch([topic], four[0])
        assert f'data-topic="{topic}"' in client.get(PAGE).content.decode()
        part = client.get(PAGE, headers={"HX-Request": "true"}).content.decode()
        assert part.strip().startswith("<div")
        assert not topics.may_watch(["ladder.nothing"], four[0])


class TestPaging:
    def test_it_shows_fifty_at_a_time(self, alice):
        stand(alice)
        crowd(52)

        first = seen_by(None)
        assert len(first.context["page"]) == 50
        assert "?from=51" in first.content.decode()
        second = seen_by(None, f"{PAGE}?from=51")
        assert [row.rung.number for row in second.context["page"]] == [51, 52, 53]
        assert (
            "?from=" not in second.content.decode().split("rungs-title")[-1].split("</section")[0]
        )

    @pytest.mark.parametrize("text", ["x", "-1", "9" * 12, "²"])
    def test_it_refuses_what_is_no_rung(self, four, text):
        assert seen_by(None, f"{PAGE}?from={text}").status_code == 400

    def test_it_says_so_below_the_foot(self, four):
        assert "does not reach down so far" in text_of(None, f"{PAGE}?from=99")


class TestSeasons:
    @pytest.fixture
    def over(self, four):
        beat(four[0], challenge(four[1], four[0]))
        Ladder.objects.update(season_began=date(2020, 1, 1))
        seasons.turn_over()

    def test_it_has_a_page_for_each_that_is_over(self, over):
        page = text_of(None, f"{PAGE}seasons/2020-1/")

        assert "January to March 2020" in page
        assert page.index("alice") < page.index("bob") < page.index("charlie")

    def test_it_is_listed_on_the_page(self, over):
        assert f"{PAGE}seasons/2020-1/" in text_of(None)

    def test_it_marks_the_first_three_on_their_profiles(self, over, sole_game):
        assert "First on the ladder, January to March 2020" in " ".join(
            text_of(None, "/@alice/").split()
        )
        assert "on the ladder" not in text_of(None, "/@dora/")

    @pytest.mark.parametrize("season", ["2020-2", "2020-5", "0-1", "99999-1"])
    def test_it_has_no_page_for_others(self, over, season):
        assert seen_by(None, f"{PAGE}seasons/{season}/").status_code == 404


class TestQueries:
    """As often for many as for few."""

    def count(self, user, address=PAGE):
        client = Client()
        if user is not None:
            client.force_login(user)
        client.get(address)  # the first page of a session notes that somebody was seen
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        return len(captured)

    def grow(self, alice):
        """From five to sixty, with something of everything."""
        people = crowd(55)
        for one, other in zip(people[3::4], people[1::4], strict=False):
            challenge(one, other)
        climb(people[10], people[9])
        climb(people[20], people[18])
        accept(challenge(people[30], people[29]))

    def test_it_is_constant_for_everybody(self, four):
        (eve,) = crowd(1)
        climb(four[2], four[1])
        challenge(four[1], four[0])
        accept(challenge(eve, four[3]))
        stranger = UserFactory(username="stranger")
        few = [self.count(user) for user in (four[1], eve, stranger, None)]

        self.grow(four[0])

        assert [self.count(user) for user in (four[1], eve, stranger, None)] == few
        assert 5 < min(few) <= max(few) <= 18

    def test_it_touches_only_the_rungs_between(self, alice):
        stand(alice)
        people = crowd(30)
        one = challenge(people[20], people[18])
        before = dict(Rung.objects.values_list("user", "number"))

        beat(people[20], one)

        moved = {
            user
            for user, number in Rung.objects.values_list("user", "number")
            if before[user] != number
        }
        assert moved == {people[at].pk for at in (18, 19, 20)}

    def test_it_sorts_nothing_that_grows(self, four):
        """Whatever the page shows comes in the order of an index, however long the ladder is."""
        ladder, footing = Ladder.objects.get(), selectors.footing(Ladder.objects.get(), four[1])
        with CaptureQueriesContext(connection) as captured:
            selectors.climbers(ladder)
            selectors.rungs_from(ladder, footing, start=1)
            selectors.neighbours(ladder, footing)
            selectors.running(ladder, beside=four[1])
            selectors.results(ladder)
            selectors.seasons(ladder)

        assert len(captured) == 6
        # PostgreSQL sorts where there is little to sort, so its plans say nothing here.
        for query in captured.captured_queries if connection.vendor == "sqlite" else ():
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
                plan = " ".join(step[3] for step in cursor.fetchall())
            assert "FOR ORDER BY" not in plan, (plan, query["sql"])
