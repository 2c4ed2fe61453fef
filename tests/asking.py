"""One request to a running site, with whatever headers a client may think of."""

import http.client
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from tests.sites import Site

TOKEN = "d" * 32  # any will do, as long as cookie and form agree


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: str


def ask(
    site: Site,
    path: str,
    *,
    form: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
    session: str = "",
    seconds: float = 60,
) -> Answer:
    """Ask for a page, or with a form post it; a site that is silent for so long has failed."""
    own = {"Host": urlsplit(site.url).netloc, "Cookie": f"csrftoken={TOKEN}; sessionid={session}"}
    body = None
    if form is not None:
        own["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode({**form, "csrfmiddlewaretoken": TOKEN})
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc, timeout=seconds)
    try:
        connection.request(
            "GET" if form is None else "POST", path, body, {**own, **(headers or {})}
        )
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read().decode())
    finally:
        connection.close()
