"""Letters, as a real mail server receives them."""

from datetime import timedelta
from io import BytesIO

import pytest
from PIL import Image

from accounts.models import Preferences
from accounts.selectors import preferences_of
from engine.games.botanik.drawing import draw_machine
from games import mails, positions
from games.models import Notice, Offer
from games.selectors.notices import with_parties
from games.services import deliveries, endings, offers
from tests.factories import GameFactory, OfferFactory, play_turns
from tests.games.test_leaks import permute
from tests.post_office import html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "confirmed")]


@pytest.fixture
def game(alice, bob):
    """Six turns in; then nobody has been told anything yet."""
    game = GameFactory(users=[alice, bob], turns=6)
    Notice.objects.all().delete()
    return game


@pytest.fixture
def send(post_office, clock):
    """Let half a day pass, and read what has come."""

    def send():
        clock.shift(timedelta(hours=12))
        deliveries.deliver()
        return post_office.mails

    return send


def asked_for_draw(game, send):
    """The letter that tells bob that alice asks for a draw."""
    endings.ask_draw(game_id=game.pk, user=game.players.get(user__username="alice").user)
    (mail,) = send()
    return mail


class TestParts:
    def test_it_is_text_and_html_with_a_picture_between_them(self, game, send):
        mail = asked_for_draw(game, send)

        kinds = [part.get_content_type() for part in mail.walk()]
        assert kinds == [
            "multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png",
        ]  # fmt: skip

    def test_it_shows_the_picture_that_it_brings(self, game, send):
        mail = asked_for_draw(game, send)

        picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
        assert f"cid:{picture['Content-ID'].strip('<>')}" in html_of(mail)
        assert picture.get_content_disposition() == "inline"
        with Image.open(BytesIO(picture.get_content())) as image:
            assert image.format == "PNG"
            assert image.width > 100

    def test_it_says_what_the_picture_is(self, game, send):
        assert 'alt="Both machines' in html_of(asked_for_draw(game, send))

    def test_it_has_the_board_as_text_in_the_notation(self, game, send):
        text = text_of(asked_for_draw(game, send)).replace("\r", "")

        state = positions.load(game)
        for machine in state.machines:
            assert "\n".join(line.rstrip() for line in draw_machine(machine).split("\n")) in text
        assert all(tile.code in text for tile in state.registry.centre if tile)

    def test_it_leads_to_the_game(self, game, send, settings):
        mail = asked_for_draw(game, send)

        address = f"{settings.SITE_URL}/games/{game.pk}/"
        assert address in text_of(mail)
        assert f'href="{address}"' in html_of(mail)


class TestHeaders:
    def test_it_threads_all_letters_about_a_game(self, game, bob, send, post_office):
        first = asked_for_draw(game, send)
        Preferences.objects.create(user=bob, notices={"game-over": {"page": True, "mail": "soon"}})
        endings.resign(game_id=game.pk, user=bob)
        send()

        second = post_office.to("bob")[1]
        assert first["Subject"] == second["Subject"] == "A game with alice"
        assert first["References"] == second["References"] == second["In-Reply-To"]
        assert first["Message-ID"] != second["Message-ID"]

    def test_it_says_that_nobody_wrote_it(self, game, send):
        assert asked_for_draw(game, send)["Auto-Submitted"] == "auto-generated"

    def test_it_comes_from_the_site(self, game, send, settings):
        assert asked_for_draw(game, send)["From"] == settings.DEFAULT_FROM_EMAIL


class TestLanguage:
    def test_it_is_english_by_default(self, game, send):
        assert "Hello bob," in text_of(asked_for_draw(game, send))

    def test_it_is_french_for_who_reads_french(self, game, bob, send):
        Preferences.objects.create(user=bob, language="fr")

        mail = asked_for_draw(game, send)

        assert mail["Subject"] == "Une partie avec alice"
        assert "Bonjour bob," in text_of(mail)
        assert "alice vous propose la partie nulle." in html_of(mail)
        assert '<html lang="fr">' in html_of(mail)


class TestResult:
    def test_it_tells_who_won_with_the_last_position(self, game, alice, bob, send, post_office):
        Preferences.objects.create(
            user=alice, notices={"game-over": {"page": True, "mail": "soon"}}
        )
        endings.resign(game_id=game.pk, user=bob)
        send()

        (mail,) = post_office.to("alice")
        assert "You have won your game against bob." in text_of(mail)
        assert any(part.get_content_type() == "image/png" for part in mail.walk())
        assert "You have until" not in text_of(mail)


class TestStrangers:
    """What people whom somebody has not played offer them."""

    @pytest.fixture
    def letter(self, bob, send, post_office):
        def letter(*owners):
            for owner in owners:
                OfferFactory(owner=owner, reach=Offer.Reach.PERSONAL, recipient=bob)
            send()
            (mail,) = post_office.to("bob")
            return mail

        return letter

    def test_it_tells_of_several_without_links_to_answer_each(
        self, letter, alice, charlie, settings
    ):
        mail = letter(alice, charlie)

        assert mail["Subject"] == "Games that are offered to you"
        assert "References" not in mail
        for text in (text_of(mail), html_of(mail)):
            assert "People whom you have not played offer you 2 games." in text
            assert f"{settings.SITE_URL}/play/" in text
            assert "by-mail" not in text
            assert "alice" not in text

    def test_it_tells_of_one_as_ever(self, letter, alice):
        mail = letter(alice)

        assert mail["Subject"] == "A game with alice"
        assert "alice offers you a game." in text_of(mail)
        assert text_of(mail).count("/offers/by-mail/") == 2

    def test_it_tells_of_the_one_that_is_left(self, bob, alice, charlie, letter):
        first = OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=bob)
        OfferFactory(owner=charlie, reach=Offer.Reach.PERSONAL, recipient=bob)
        offers.withdraw(offer_id=first.pk, user=alice)

        mail = letter()

        assert mail["Subject"] == "A game with charlie"
        assert text_of(mail).count("/offers/by-mail/") == 2


class TestLeaks:
    def test_it_is_the_same_whatever_is_still_to_be_drawn(self, game, alice, bob):
        while not Notice.objects.filter(event="your-turn").exists():
            play_turns(game, 1)
        notice = with_parties(Notice.objects.filter(event="your-turn")).first()
        options = {
            "likings": preferences_of(notice.user),
            "address": "alice@botanik.example",
            "message_id": "<1@botanik.example>",
            "is_digest": False,
        }

        def letter():
            built = mails.compose([notice], **options)
            pictures = [part.get_payload(decode=True) for part in built.attachments]
            return built.subject, built.body, built.alternatives, pictures

        before = letter()
        permute(game)

        assert letter() == before
