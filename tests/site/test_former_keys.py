"""A change of SECRET_KEY: what was signed with the former one is believed for a while."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import signing

from accounts.refusals import NotFound
from games import links

pytestmark = pytest.mark.django_db

FORMER, NEW = "former" * 10, "newer!" * 10


@pytest.fixture
def change(settings):
    """Change the key, and keep the former one or not."""

    def change(*, keeps):
        settings.SECRET_KEY = NEW
        settings.SECRET_KEY_FALLBACKS = [FORMER] if keeps else []

    settings.SECRET_KEY = FORMER
    return change


class TestSessions:
    def test_it_keeps_people_signed_in_while_the_former_key_is_known(self, client, alice, change):
        client.force_login(alice)

        change(keeps=True)

        assert client.get("/account/preferences/").status_code == 200
        # The session is signed anew by the first look, and needs the former key no more.
        change(keeps=False)
        assert client.get("/account/preferences/").status_code == 200

    def test_it_signs_everybody_out_where_it_is_not(self, client, alice, change):
        client.force_login(alice)

        change(keeps=False)

        assert client.get("/account/preferences/").status_code == 302


class TestLinks:
    def test_it_follows_links_of_former_mails(self, alice, change):
        token = links.sign(links.STOP_MAIL, user=alice, thing="digest")

        change(keeps=True)

        found, thing = links.read(links.STOP_MAIL, token, viewer=AnonymousUser())
        assert (found, thing) == (alice, "digest")

    def test_it_refuses_them_once_the_former_key_is_gone(self, alice, change):
        token = links.sign(links.STOP_MAIL, user=alice, thing="digest")

        change(keeps=False)

        with pytest.raises(NotFound):
            links.read(links.STOP_MAIL, token, viewer=AnonymousUser())

    def test_it_signs_with_the_new_key_alone(self, alice, change):
        change(keeps=True)
        token = links.sign(links.STOP_MAIL, user=alice, thing="digest")

        with pytest.raises(signing.BadSignature):
            signing.loads(token, key=FORMER, fallback_keys=[], salt=links.STOP_MAIL.salt)
