"""An attack on a running site, and the account of it."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from itertools import count
from typing import Any
from urllib.parse import quote, urlsplit

from tests.attack.plans import Plan
from tests.attack.targets import Cast, Finder, Form, Route
from tests.attack.wire import Answer, Request, ask
from tests.sites import ROOT, Site

AT_ONCE = 4
CAST_LASTS = 300  # requests, after which most of its people are signed out or gone


@dataclass
class Account:
    """What was sent, and what came of it."""

    seed: int
    plan: Plan
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    faults: list[tuple[Request, Answer]] = field(default_factory=list)
    unanswered: list[tuple[Request, Answer]] = field(default_factory=list)
    fields: set[tuple[str, str]] = field(default_factory=set)
    signed_out: int = 0

    def note(self, request: Request, answer: Answer) -> None:
        self.statuses[request.kind, answer.status] += 1
        self.fields |= request.fields
        if answer.status >= 500:
            self.faults.append((request, answer))
        if not answer.status and not request.is_torn:
            self.unanswered.append((request, answer))
        to_login = answer.headers.get("location", "").startswith("/account/login/")
        self.signed_out += to_login and request.person not in ("visitor", "halfway")

    @property
    def untouched_fields(self) -> list[tuple[str, str]]:
        return sorted(set(self.plan.fields) - self.fields)


@dataclass(frozen=True)
class People:
    """The process beside the site that lays one cast after another."""

    process: subprocess.Popen[str]

    def _read(self) -> Any:
        assert self.process.stdout
        while not (line := self.process.stdout.readline()).startswith("{"):
            assert line, "who lays the casts has ended"
        return json.loads(line)

    def anatomy(self) -> dict[str, Any]:
        return self._read()

    def next_cast(self) -> Cast:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return Cast(**self._read())


@contextmanager
def people_of(site: Site) -> Iterator[People]:
    own = {"DJANGO_SETTINGS_MODULE": "botanik_site.settings", "LOG_LEVEL": "ERROR"}
    with subprocess.Popen(
        [sys.executable, "-m", "tests.attack.people"],
        env={**site.environment, **own},
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield People(process)
        finally:
            process.terminate()


class Attack:
    """Many requests at a site, all of them decided by a seed."""

    def __init__(self, site: Site, *, seed: int, people: People) -> None:
        address = urlsplit(site.url)
        assert address.hostname
        assert address.port
        self.place = address.hostname, address.port
        self._people = people
        self._numbers = count()
        anatomy = people.anatomy()
        self.pool: int = anatomy["pool"]
        routes = tuple(_route(found) for found in anatomy["routes"])
        self._cast = people.next_cast()
        # The first of each two knows that the password was typed.
        self._living = {name: keys[::2] for name, keys in self._cast.sessions.items()}
        self.unfillable = [r.route for r in routes if r.missing(self._cast)]
        self.routes = tuple(r for r in routes if not r.missing(self._cast))
        self.plan = Plan(
            seed=seed,
            host=address.netloc,
            routes=self.routes,
            forms=tuple(self._find_forms()),
            filters=anatomy["filters"],
        )

    def run(self, requests: int) -> Account:
        account = Account(self.plan.seed, self.plan)
        with ThreadPoolExecutor(AT_ONCE) as crowd, ThreadPoolExecutor(1) as behind:
            for begin in range(0, requests, CAST_LASTS):
                upcoming = behind.submit(self._people.next_cast)
                numbers = range(begin, min(begin + CAST_LASTS, requests))
                for request, answer in crowd.map(self._send, numbers):
                    account.note(request, answer)
                self._cast = upcoming.result()
        return account

    def _send(self, number: int) -> tuple[Request, Answer]:
        request = self.plan.request(number, self._cast)
        return request, ask(*self.place, request)

    def looks(self, most: int) -> list[Callable[[], int]]:
        """So many ordinary looks at a page that needs the database, each from elsewhere."""
        sessions = self._cast.sessions["bob"]
        requests = [self._look("/play/", sessions[n % len(sessions)], n) for n in range(most)]
        return [lambda request=request: ask(*self.place, request).status for request in requests]

    def _look(self, address: str, session: str, number: int) -> Request:
        headers = (
            (b"Host", f"{self.place[0]}:{self.place[1]}".encode()),
            (b"Connection", b"close"),
            (b"X-Forwarded-For", f"192.0.2.{number % 256}".encode()),
            (b"Cookie", f"sessionid={session}".encode() if session else b"a=b"),
        )
        target = quote(address, safe="/%:@-?&=+~,^").encode()
        return Request("look", "somebody", address, b"GET", target, headers)

    def _find_forms(self) -> list[Form]:
        return Finder(self._cast, self.routes, self.fetch).find()

    def fetch(self, person: str, address: str) -> str:
        """A page as this person is shown it, or a link to where they are led instead."""
        session = self._living[person][0]
        answer = ask(*self.place, self._look(address, session, next(self._numbers)))
        new = re.search(r"sessionid=([^;]*)", answer.headers.get("set-cookie", ""))
        if new and session and new[1] != session:
            self._living[person].pop(0)  # whoever opens this page is signed out
        if "location" in answer.headers:
            return f'<a href="{escape(answer.headers["location"])}">'
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        return answer.body.decode(errors="replace") if is_page else ""


def _route(found: dict[str, Any]) -> Route:
    return Route(found["route"], found["path"], tuple(found["blanks"]), tuple(found["reads"]))
