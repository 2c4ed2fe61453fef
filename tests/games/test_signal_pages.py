"""Signals in words, and the pages on which moderators read them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.models import Trace, User
from accounts.roles import Role
from games import suspicions
from games.models import Signal
from games.selectors import signals as selectors
from tests.factories import ModeratorFactory, UserFactory

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
PAGE = "/moderation/signals/"


@pytest.fixture
def moderator(db):
    return ModeratorFactory(username="mona")


@pytest.fixture
def page(client, moderator):
    """What a moderator reads there."""

    def ask(address=PAGE, *, language="en"):
        client.force_login(moderator)
        return client.get(address, headers={"accept-language": language}).content.decode()

    return ask


def signal(kind, person, *, key="", at=NOON, **numbers):
    return Signal.objects.create(
        kind=kind, person=person, key=key, numbers=numbers, made_at=at, noted_at=at
    )


def gift(giver, taker, **more):
    numbers = {"count": 8, "rival": taker.pk, "lost": 9, "elsewhere": 1, "lost_elsewhere": 12}
    return signal("gifts", giver, key=str(taker.pk), **numbers, odds=100_000, **more)


def ring(*people, won, back, **more):
    keys = [person.pk for person in people]
    key = f"-{'-'.join(map(str, sorted(keys)))}-"
    numbers = {"count": 24, "people": keys, "won": won, "back": back, "outside": 3, "odds": 1000}
    return signal("ring", people[0], key=key, **numbers, **more)


def sentences(one, *, language="en"):
    with translation.override(language):
        [told] = selectors.tell([one])
    return " ".join(told.sentences)


class TestWords:
    def test_it_tells_gifts(self, alice, bob):
        assert sentences(gift(alice, bob)) == (
            "alice lost 9 rated games to bob, and gave 8 of them away before they were half over, "
            "each on another day. Against everybody else: 1 of 12 lost games. By luck alone that "
            "is rarer than once in 100,000."
        )

    def test_it_tells_a_circle(self, alice, bob, charlie):
        text = sentences(ring(alice, bob, charlie, won=[8, 7, 8], back=[0, 1, 0]))

        assert "alice beat bob in 8 of 8 games. bob beat charlie in 7 of 8 games." in text
        assert "charlie beat alice in 8 of 8 games." in text
        assert "They played 24 rated games among each other, and 3 with others." in text

    def test_it_tells_two_who_win_in_turns(self, alice, bob):
        text = sentences(ring(alice, bob, won=[16, 8], back=[8, 16], rows=3))

        assert "alice won 16 games against bob and lost 8, in only 3 rows of wins" in text

    def test_it_tells_stalling(self, alice):
        one = signal("stalling", alice, count=5, games=6, hours_lost=60, hours_others=2.5)

        assert sentences(one) == (
            "In 5 of 6 reviewed games that came to stand lost, alice became much slower there: "
            "about 60 hours a turn, and 2.5 before."
        )

    def test_it_tells_agreement(self, alice):
        one = signal("agreement", alice, count=50, games=4, share=98, usual=41, others=30)

        text = sentences(one)

        assert "Of 50 turns in 4 rated games" in text
        assert "alice made 98 % as the strongest bot would." in text
        assert "Of the 30 others with as many such turns the middle one has 41 %." in text

    def test_it_tells_that_there_are_few_to_compare_with(self, alice):
        one = signal("agreement", alice, count=50, games=4, share=98, usual=40, others=2)

        assert "Too few others have as many such turns yet; 40 % are usual." in sentences(one)

    @pytest.mark.parametrize("place", Trace.Kind.values)
    def test_it_tells_a_burst(self, alice, bob, place):
        one = signal("burst", alice, count=4, place=place, people=[alice.pk, bob.pk], hours=1)

        text = f"4 accounts were made within 1 hour and used from one {place}."
        assert sentences(one) == text

    def test_it_tells_held_lines(self, alice):
        one = signal("held", alice, count=6, lines=40, tables=2)

        assert sentences(one) == (
            "alice sent 6 lines that had been held back for their words, at 2 tables, of 40 lines "
            "within a month."
        )

    @pytest.mark.parametrize("kind", Signal.Kind.values)
    def test_it_says_how_often_it_would_be_wrong(self, kind):
        measured = suspicions.MEASURED[kind]

        with translation.override("en"):
            text = selectors.measured(kind)

        wrong = f"{measured.wrong} of 1,000" if measured.wrong else "none of 5,000"
        assert f"about {wrong} honest people" in text
        assert f"about {measured.found} % of those who did it" in text

    def test_it_is_told_in_french(self, alice, bob):
        one = gift(alice, bob)

        text = sentences(one, language="fr")

        assert "alice a perdu 9 parties classées contre bob" in text

    def test_it_tells_of_people_who_are_gone(self, alice, bob):
        one = gift(alice, bob)
        User.objects.filter(pk=bob.pk).delete()

        assert "lost 9 rated games to deleted player" in sentences(one)


class TestList:
    def test_it_shows_what_stands(self, page, alice, bob):
        gift(alice, bob)

        text = page()

        assert "gave 8 of them away" in text
        assert reverse("games:profile", args=["alice"]) in text
        assert reverse("games:profile", args=["bob"]) in text

    def test_it_shows_it_in_french(self, page, alice, bob):
        gift(alice, bob)

        assert "alice a perdu 9 parties classées" in page(language="fr")

    def test_it_leaves_out_what_was_dismissed(self, page, moderator, alice, bob):
        one = gift(alice, bob)
        Signal.objects.filter(pk=one.pk).update(dismissed_at=NOON, dismissed_by=moderator)

        assert "Nothing to look at." in page()

    def test_it_shows_one_kind(self, page, alice, bob):
        gift(alice, bob)

        assert "gave 8 of them away" in page(f"{PAGE}?kind=gifts")
        assert "gave 8 of them away" not in page(f"{PAGE}?kind=ring")

    @pytest.mark.parametrize("query", ["?kind=nonsense", "?page=x", "?page=-1", "?page=9999999999"])
    def test_it_bears_nonsense(self, page, alice, bob, query):
        gift(alice, bob)

        assert "gave 8 of them away" in page(PAGE + query)

    def test_it_shows_a_page_at_a_time(self, page):
        for number, person in enumerate(UserFactory.create_batch(21)):
            signal("held", person, count=6, lines=40, tables=2, at=NOON + timedelta(hours=number))

        assert page().count('<article class="sheetbox signal"') == 20
        assert page(f"{PAGE}?page=2").count('<article class="sheetbox signal"') == 1

    def test_it_hides_from_moderators_what_they_are_in(self, page, moderator, alice, bob):
        gift(moderator, alice)
        gift(bob, moderator)
        ring(alice, moderator, won=[9, 9], back=[9, 9], rows=3)
        trace = {"kind": "device", "digest": "abc", "first_seen_at": NOON, "last_seen_at": NOON}
        Trace.objects.create(user=moderator, **trace)
        numbers = {"count": 4, "place": "device", "people": [alice.pk], "hours": 1}
        signal("burst", alice, key="device:abc", **numbers)

        assert "Nothing to look at." in page()

    def test_it_shows_names_as_text(self, page, alice, bob):
        gift(alice, bob)
        name = '<b onload="x">'
        User.objects.filter(pk__in=[alice.pk]).update(username=name)

        text = page()

        assert name not in text
        assert "&lt;b onload=&quot;x&quot;&gt; lost 9 rated games" in text

    def test_it_asks_as_many_queries_however_many_there_are(
        self, client, moderator, alice, bob, django_assert_num_queries
    ):
        client.force_login(moderator)
        gift(alice, bob)
        client.get(PAGE)
        with django_assert_num_queries(9) as few:
            client.get(PAGE)
        for person in UserFactory.create_batch(12):
            gift(person, bob)
        with django_assert_num_queries(len(few)):
            client.get(PAGE)


class TestDoors:
    @pytest.mark.parametrize("who", [None, "alice"])
    def test_it_is_not_there_for_others(self, client, request, who, alice, bob):
        one = gift(alice, bob)
        if who:
            client.force_login(request.getfixturevalue(who))

        assert client.get(PAGE).status_code == 404
        assert client.post(reverse("games:dismiss_signal", args=[one.pk])).status_code == 404
        assert Signal.objects.get().dismissed_at is None

    @pytest.mark.parametrize("role", [Role.MODERATOR, Role.SENIOR, Role.ADMINISTRATOR])
    def test_it_opens_for_every_role(self, client, role):
        client.force_login(ModeratorFactory(role=role))

        assert client.get(PAGE).status_code == 200

    def test_it_wants_a_second_factor(self, client, moderator):
        moderator.authenticator_set.all().delete()
        client.force_login(moderator)

        assert client.get(PAGE).status_code == 302


class TestDismissing:
    def test_it_goes_from_the_list(self, client, moderator, alice, bob):
        one = gift(alice, bob)
        client.force_login(moderator)

        answer = client.post(reverse("games:dismiss_signal", args=[one.pk]), follow=True)

        text = answer.content.decode()
        assert "Dismissed. It returns if its numbers grow clearly." in text
        assert "gave 8 of them away" not in text

    def test_it_is_no_link(self, client, moderator, alice, bob):
        one = gift(alice, bob)
        client.force_login(moderator)

        assert client.get(reverse("games:dismiss_signal", args=[one.pk])).status_code == 405


class TestBesideACase:
    def about(self, person):
        return render_to_string("games/moderation/partials/signals.html", {"person": person})

    def test_it_says_that_there_are_none(self, alice):
        assert "There are no signals about them." in self.about(alice)

    def test_it_shows_everybody_in_it(self, alice, bob, charlie):
        gift(alice, bob)

        assert "gave 8 of them away" in self.about(alice)
        assert "gave 8 of them away" in self.about(bob)
        assert "gave 8 of them away" not in self.about(charlie)

    def test_it_shows_a_ring_to_each_of_it(self, alice, bob, charlie):
        ring(alice, bob, won=[9, 9], back=[9, 9], rows=3)

        assert "alice won 9 games against bob" in self.about(bob)
        assert "alice won 9 games against bob" not in self.about(charlie)

    def test_it_shows_what_was_dismissed_and_by_whom(self, moderator, alice, bob):
        one = gift(alice, bob)
        Signal.objects.filter(pk=one.pk).update(dismissed_at=NOON, dismissed_by=moderator)

        text = self.about(alice)

        assert "Dismissed by mona on May 4, 2026" in text
        assert "<form" not in text
