"""Every page that takes `next` leads to pages of ours, and nowhere else."""

import pytest
from django.test import Client

from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
ELSEWHERE = [
    "//evil.example/",
    "https://evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
]
NEW = "another corner of it"
# What a page that takes `next` wants to be sent, by those who are logged in and by visitors.
INSIDE = {
    "/account/logout/": {},
    "/account/reauthenticate/": {"password": PASSWORD},
    "/account/password/change/": {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW},
    "/i18n/setlang/": {"language": "fr"},
    "/theme/": {"theme": "dark"},
}
OUTSIDE = {
    "/account/login/": {"login": "alice", "password": PASSWORD},
    "/account/signup/": {"username": "dora", "email": "d@botanik.example", "password1": PASSWORD},
    "/account/password/reset/": {"email": "alice@botanik.example"},
    "/i18n/setlang/": {"language": "fr"},
    "/theme/": {"theme": "dark"},
}


def leads_to(response):
    assert response.status_code == 302, response
    return response["Location"]


@pytest.mark.parametrize("target", ELSEWHERE)
class TestNext:
    @pytest.mark.parametrize("page", INSIDE)
    def test_it_stays_here_after_a_form_inside(self, client, verified_alice, page, target):
        client.force_login(verified_alice)

        answer = client.post(f"{page}?next={target}", {**INSIDE[page], "next": target})

        assert "evil" not in leads_to(answer)
        assert "javascript" not in leads_to(answer)

    @pytest.mark.parametrize("page", OUTSIDE)
    def test_it_stays_here_after_a_form_at_the_door(self, client, verified_alice, page, target):
        answer = client.post(f"{page}?next={target}", {**OUTSIDE[page], "next": target})

        assert "evil" not in leads_to(answer)
        assert "javascript" not in leads_to(answer)

    @pytest.mark.parametrize("page", ["/account/login/", "/account/signup/"])
    def test_it_stays_here_when_one_is_inside_already(self, client, verified_alice, page, target):
        client.force_login(verified_alice)

        assert "evil" not in leads_to(client.get(page, {"next": target}))

    def test_it_stays_here_on_the_way_to_the_pages_for_staff(self, client, target):
        answer = client.get("/admin/login/", {"next": target})

        assert not leads_to(answer).startswith(("//", "http"))
        page = client.get(leads_to(answer))
        assert f'value="{target}"' not in page.content.decode()


class TestOwnPages:
    def test_it_leads_back_to_where_one_wanted_to_go(self, verified_alice):
        client = Client()
        page = "/account/preferences/"
        form = {"login": "alice", "password": PASSWORD, "next": page}

        assert leads_to(client.post("/account/login/", form)) == page
