"""Style sheets and scripts as a browser gets them."""

import gzip
import urllib.request
from html.parser import HTMLParser

import pytest

BUDGET = 100_000  # compressed, own CSS and JS with htmx


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "script" or values.get("rel") == "stylesheet":
            self.found.append(values.get("src") or values.get("href"))


def fetch(site, path, **headers):
    return urllib.request.urlopen(urllib.request.Request(site.url + path, headers=headers))


@pytest.fixture
def files(site):
    links = Links()
    links.feed(fetch(site, "/").read().decode())
    assert len(links.found) >= 4
    return links.found


class TestFiles:
    def test_it_is_kept_for_a_year_under_a_hashed_name(self, site, files):
        for path in files:
            headers = fetch(site, path).headers

            assert "max-age=315360000" in headers["Cache-Control"]
            assert "immutable" in headers["Cache-Control"]

    @pytest.mark.parametrize("encoding", ["br", "gzip"])
    def test_it_is_sent_compressed(self, site, files, encoding):
        for path in files:
            answer = fetch(site, path, **{"Accept-Encoding": encoding})

            # Files too small to gain from it are sent as they are.
            small = len(fetch(site, path).read()) < 300
            assert answer.headers["Content-Encoding"] == encoding or small

    def test_it_is_within_the_budget_all_together(self, site, files):
        assert sum(len(gzip.compress(fetch(site, path).read())) for path in files) < BUDGET
