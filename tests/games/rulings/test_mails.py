"""What a mail tells of a ruling, and that it reaches who is shut out."""

import re
from datetime import timedelta

import pytest

from accounts.models import Preferences
from games.models import Delivery
from games.services import appeals, deliveries, rulings
from tests.games.rulings.conftest import judge_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "confirmed")]


@pytest.fixture
def mailed(clock, post_office):
    """What alice was mailed after a while, as text."""

    def mailed():
        clock.shift(timedelta(minutes=10))
        deliveries.deliver()
        return [
            " ".join(mail.get_body(("plain",)).get_content().split())
            for mail in post_office.to("alice")
        ]

    return mailed


class TestMail:
    def test_it_tells_what_why_how_long_and_how_to_object(self, alice, moderator, mailed):
        rulings.mute(judge=moderator, person=alice, reason="<Insults>.", lasts=timedelta(days=3))

        (text,) = mailed()

        assert "decided that you may not talk at tables" in text
        assert "It holds until" in text
        assert "The reason: <Insults>." in text
        assert "another moderator will look at it" in text
        assert "/account/rulings/by-mail/" in text

    def test_it_reaches_who_is_shut_out_with_a_link_that_works(self, alice, mailed, client):
        rulings.close(judge=judge_of("senior"), person=alice, reason="Spam.")

        (text,) = mailed()

        link = re.search(r"https?://[^/]+(/account/rulings/by-mail/\S+)", text)[1]
        assert b"Spam." in client.get(link).content

    def test_it_reaches_them_whatever_they_wish(self, alice, mailed):
        wishes = {"moderation": {"page": False, "mail": "never"}}
        Preferences.objects.create(user=alice, notices=wishes)

        rulings.close(judge=judge_of("senior"), person=alice, reason="Spam.")

        assert len(mailed()) == 1

    def test_it_tells_the_answer_to_an_appeal(self, alice, moderator, mailed):
        muted = rulings.mute(judge=moderator, person=alice, reason="Insults.")
        made = appeals.appeal(person=alice, ruling=muted, text="A joke.")
        colleague = judge_of("moderator", "colleague")
        appeals.answer(judge=colleague, appeal=made, is_granted=False, text="Nobody laughed.")

        text = mailed()[-1]

        assert "Your appeal is refused." in text
        assert "Nobody laughed." in text

    def test_it_is_in_their_language(self, alice, moderator, mailed):
        Preferences.objects.create(user=alice, language="fr")
        rulings.warn(judge=moderator, person=alice, reason="Insultes.")

        (text,) = mailed()

        assert "La modération vous a donné un avertissement." in text
        assert "Le motif : Insultes." in text

    def test_it_names_no_moderator(self, alice, moderator, mailed):
        rulings.warn(judge=moderator, person=alice, reason="Insults.")

        (text,) = mailed()

        assert moderator.username not in text

    def test_it_is_not_sent_to_who_wants_no_mail_about_less(self, alice, moderator, mailed):
        wishes = {"moderation": {"page": True, "mail": "never"}}
        Preferences.objects.create(user=alice, notices=wishes)

        rulings.warn(judge=moderator, person=alice, reason="Insults.")

        assert mailed() == []
        assert Delivery.objects.get(channel="mail").why == "not-wished"
