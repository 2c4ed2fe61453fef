"""How requests enter the site, below any middleware."""

from io import BytesIO

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.wsgi import get_wsgi_application

from botanik_site.handlers import (
    OneThreadHandler,
    at_root,
    at_root_of_wsgi,
    refusing_the_unreadable,
)

pytestmark = pytest.mark.django_db(transaction=True)


def scope(path="/rules/", query=b"", **headers):
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query,
        "headers": [(b"host", b"localhost"), *named],
    }


async def answer_to(application, asked):
    """The status of an answer, and its whole text."""
    link = ApplicationCommunicator(application, asked)
    await link.send_input({"type": "http.request"})
    head, body = await link.receive_output(20), await link.receive_output(20)
    await link.send_input({"type": "http.disconnect"})
    await link.wait()
    return head["status"], body["body"].decode()


class TestOneThreadHandler:
    async def test_it_answers_with_a_page(self):
        status, text = await answer_to(OneThreadHandler(), scope())

        assert status == 200
        assert "<html" in text

    async def test_it_answers_400_to_what_cannot_even_be_made_a_request(self):
        many = b"&".join(b"a=%d" % number for number in range(999))
        asked = scope(query=many, **{"content-type": "text/plain; charset=latin-1"})
        status, text = await answer_to(OneThreadHandler(), asked)

        assert status == 400
        assert "That request made no sense to us" in text


class TestPages:
    def test_they_answer_400_to_what_cannot_even_be_made_a_request(self):
        many = "&".join(f"a={number}" for number in range(999))
        asked = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": "/rules/",
            "QUERY_STRING": many,
            "CONTENT_TYPE": "text/plain; charset=latin-1",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "wsgi.input": BytesIO(),
            "wsgi.url_scheme": "http",
        }
        said = []
        application = refusing_the_unreadable(get_wsgi_application())
        answer = application(asked, lambda status, headers: said.append(status))

        assert said == ["400 Bad Request"]
        assert b"That request made no sense to us" in b"".join(answer)


class TestRoot:
    async def test_it_is_ours_to_say(self):
        seen = []

        async def application(scope, receive, send):
            seen.append(scope["root_path"])

        await at_root(application)({**scope(), "root_path": "https://evil.example"}, None, None)

        assert seen == [""]

    def test_it_is_ours_to_say_under_wsgi(self):
        def application(environ, start_response):
            return [environ["SCRIPT_NAME"], environ.get("SCRIPT_URL", "")]

        claimed = {"SCRIPT_NAME": "/evil", "SCRIPT_URL": "/evil", "REDIRECT_URL": "/evil"}

        assert at_root_of_wsgi(application)(claimed, None) == ["", ""]
