"""What can be attacked: every route, and every form and list with its fields, found by crawling.

Addresses and values are kept with marks in place of what belongs to one cast (`<game_id.running>`),
so that what was found with one cast can be sent with the next.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

from django.urls import Resolver404, resolve

MARK = re.compile("\x01(\\w+)\\.([\\w'-]+)\x01")
# Pages of the same shape, and of the same route, that links are followed to by one person.
LOOKS = 1
MOST_LOOKS = 5
TOKEN = "csrfmiddlewaretoken"
ADMIN = "/admin/"
STAFF = ("keeper", "warden")
# Who is shown a page that nobody else is shown, and where such pages begin.
FINDERS = {
    "alice": "/",
    "charlie": "/",
    "guest": "/",
    "visitor": "/",
    "newcomer": "/account/",
    "halfway": "/account/2fa/authenticate/",
    "keeper": ADMIN,
}


@dataclass(frozen=True)
class Cast:
    """Who and what is there now: fillings for the blanks of addresses, and sessions of people."""

    blanks: dict[str, dict[str, str]]
    sessions: dict[str, list[str]]

    def fill(self, text: str) -> str:
        """Put what is there now in place of the marks."""
        return MARK.sub(lambda mark: self.blanks[mark[1]][mark[2]], text)

    def mark(self, text: str) -> str:
        """Put marks in place of ids and names; numbers are too short to be known again."""
        for blank, fillings in self.blanks.items():
            for name, value in fillings.items():
                if len(value) > 8 and value in text:
                    text = text.replace(value, f"\x01{blank}.{name}\x01")
        return text


@dataclass(frozen=True)
class Route:
    """An entry of the URL table: as it is logged, and with blanks to be filled."""

    route: str
    path: str
    blanks: tuple[str, ...]
    reads: tuple[str, ...]

    def missing(self, cast: Cast) -> list[str]:
        """Blanks that nobody has said anything about."""
        return [blank for blank in self.blanks if not cast.blanks.get(blank)]

    def choices(self, cast: Cast, blank: str) -> list[str]:
        """Marks that may stand in a blank: those whose name stands in the route, if any do."""
        names = list(cast.blanks[blank])
        fitting = [name for name in names if name in self.route]
        return [f"\x01{blank}.{name}\x01" for name in fitting or names]

    def address(self, cast: Cast, dice: Random) -> str:
        """One of its paths, with marks."""
        return self.path % {b: dice.choice(self.choices(cast, b)) for b in self.blanks}


@dataclass(frozen=True)
class Form:
    """A form of a page, or a link with a query, as somebody was shown it."""

    person: str
    route: str
    path: str
    method: str
    fields: tuple[tuple[str, str], ...]

    @property
    def shape(self) -> tuple[str, str, str, tuple[str, ...]]:
        return self.person, self.route, self.method, tuple(dict(self.fields))


class Page(HTMLParser):
    """The forms and the addresses of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, list[tuple[str, str]]]] = []
        self.links: list[str] = []
        self._open: list[tuple[str, str]] | None = None
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.links += [found[name] for name in ("href", "hx-get") if found.get(name)]
        if tag == "form":
            self._open = []
            method = found.get("method", "get").upper()
            self.forms.append((found.get("action", ""), method, self._open))
        elif tag in ("input", "textarea", "button", "select", "option"):
            self._add_field(tag, found)

    def _add_field(self, tag: str, found: dict[str, str]) -> None:
        if self._open is None:
            return
        if tag == "select":
            self._select = found.get("name", "")
        if tag == "option":
            if "selected" in found and self._select:
                self._open.append((self._select, found.get("value", "")))
        elif found.get("name") and found["name"] != TOKEN:
            self._open.append((found["name"], found.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None


def read_page(html: str) -> Page:
    page = Page()
    page.feed(html)
    return page


@dataclass(frozen=True)
class Finder:
    """Walks the site as each person."""

    cast: Cast
    routes: tuple[Route, ...]
    fetch: Callable[[str, str], str]
    """From a person and an address to the page, empty if there is none."""

    def find(self) -> list[Form]:
        found: dict[Any, Form] = {}
        for person in FINDERS:
            for form in self._walk(person):
                found.setdefault(form.shape, form)
        return list(found.values())

    def _walk(self, person: str) -> Iterator[Form]:
        waiting = [self.cast.fill(path) for path in self._beginnings(person)]
        looked: Counter[Any] = Counter()
        while waiting:
            address = waiting.pop(0)
            page = read_page(self.fetch(person, address))
            yield from self._forms(person, address, page)
            for link in page.links:
                form = self._form(person, address, link, "GET", [])
                if not form or not _is_worth_a_look(person, form.path):
                    continue
                if looked[form.shape] < LOOKS and looked[form.route] < MOST_LOOKS:
                    looked.update((form.shape, form.route))
                    waiting.append(_join(address, link))
                    if form.fields:
                        yield form

    def _beginnings(self, person: str) -> Iterator[str]:
        """An address for each route, and for pages of single things one for each of them."""
        dice = Random(1)
        for route in self.routes:
            if not _is_worth_a_look(person, route.path):
                continue
            if route.path.endswith("s/") and len(route.blanks) == 1:
                (blank,) = route.blanks
                yield from (route.path % {blank: mark} for mark in route.choices(self.cast, blank))
            else:
                yield route.address(self.cast, dice)

    def _forms(self, person: str, address: str, page: Page) -> Iterator[Form]:
        for action, method, fields in page.forms:
            form = self._form(person, address, action, method, fields)
            if form:
                yield form

    def _form(
        self, person: str, page: str, link: str, method: str, fields: list[tuple[str, str]]
    ) -> Form | None:
        target = urlsplit(_join(page, link))
        if target.netloc or target.scheme:
            return None
        try:
            match = resolve(target.path)
        except Resolver404:
            return None
        sent = [*parse_qsl(target.query, keep_blank_values=True), *fields]
        marked = tuple((name, self.cast.mark(value)) for name, value in dict(sent).items())
        return Form(person, f"/{match.route}", self._path(target.path, match), method, marked)

    def _path(self, path: str, match: Any) -> str:
        """The path with marks, also for numbers: a blank says what its number means."""
        for blank, value in match.kwargs.items():
            for name, filling in self.cast.blanks.get(blank, {}).items():
                if filling == str(value):
                    mark = f"\x01{blank}.{name}\x01"
                    path = path.replace(f"/{quote(filling)}/", f"/{mark}/")
        return self.cast.mark(path)


def _is_worth_a_look(person: str, path: str) -> bool:
    begin = FINDERS[person]
    return path.startswith(begin) and (begin == ADMIN or not path.startswith(ADMIN))


def _join(page: str, link: str) -> str:
    """Where a link of a page leads to, without its anchor."""
    return urljoin(page, link.partition("#")[0])
