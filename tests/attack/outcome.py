"""What must be true of a site that was attacked."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.attack.attack import Account, Attack, people_of
from tests.attack.wire import Answer, Request
from tests.connections import Connections
from tests.post_office import PostOffice, opened
from tests.sites import Site, separate_site

SHOWN = 15
# Celery says so of whoever runs it as root, which a container does.
NO_MATTER = ("SecurityWarning", "superuser privileges", "absolutely not recommended", "User info",
             "Please specify a different user", "_warn_or_raise_security_error")  # fmt: skip


@dataclass(frozen=True)
class Attacked:
    """A site after an attack, still running."""

    site: Site
    attack: Attack
    account: Account
    connections: Connections

    @cached_property
    def log(self) -> list[dict[str, Any]]:
        """The lines of the web process; one that is no JSON was not written by our loggers."""
        return [_log_line(line) for line in self.site.log("web").splitlines() if line.strip()]

    def reached_routes(self) -> set[str]:
        return {line["route"] for line in self.log if "route" in line}

    def errors(self) -> list[str]:
        """What the web process logged as errors of ours."""
        bad = ("ERROR", "CRITICAL", "no JSON")
        return [json.dumps(line) for line in self.log if line["level"] in bad]

    def errors_elsewhere(self) -> list[str]:
        """What workers and beat had to say: nothing, most of the time."""
        return [
            f"{name}: {line}"
            for name in self.site.processes
            if not name.startswith("web")
            for line in self.site.log(name).splitlines()
            if line.strip() and not any(words in line for words in NO_MATTER)
            if '"level": "INFO"' not in line
        ]

    def describe(self, cases: list[tuple[Request, Answer]]) -> str:
        """What was sent, what was answered, and what our log says of it."""
        shown = "\n\n".join(self._describe(*case) for case in cases[:SHOWN])
        return f"{len(cases)} with seed {self.account.seed}, the first of them:\n\n{shown}"

    def _describe(self, request: Request, answer: Answer) -> str:
        number = answer.headers.get("x-request-id", "-")
        traces = [ln["traceback"] for ln in self.log if ln.get("request_id") == number
                  and "traceback" in ln]  # fmt: skip
        return "\n".join([str(request), f"-> {answer.status} {answer.problem}", *traces])


def _log_line(line: str) -> dict[str, Any]:
    try:
        return dict(json.loads(line))
    except ValueError:
        return {"level": "no JSON", "message": line}


@contextmanager
def attacked_site(folder: Path, *, seed: int, requests: int) -> Iterator[Attacked]:
    """A site of its own, attacked by so many requests."""
    with (
        opened(PostOffice()) as office,
        separate_site(folder, TRUSTED_PROXIES="1", **office.variables) as site,
    ):
        yield attack_site(site, seed=seed, requests=requests)


def attack_site(site: Site, *, seed: int, requests: int) -> Attacked:
    """Attack a site that runs."""
    print(f"attacking with seed {seed}, {requests} requests")
    with people_of(site) as people:
        attack = Attack(site, seed=seed, people=people)
        account = attack.run(requests)
    print(sorted(account.statuses.items()))
    return Attacked(site, attack, account, Connections(site))


class Outcome:
    """The tests themselves, for an attack of any length: `attacked` says of which."""

    def test_it_answers_no_request_with_a_fault_of_its_own(self, attacked):
        assert not attacked.account.faults, attacked.describe(attacked.account.faults)

    def test_it_answers_every_request(self, attacked):
        assert not attacked.account.unanswered, attacked.describe(attacked.account.unanswered)

    def test_it_logs_no_error(self, attacked):
        errors = attacked.errors()

        assert not errors, f"{len(errors)} of them:\n" + "\n".join(errors[:SHOWN])

    def test_it_troubles_no_worker(self, attacked):
        errors = attacked.errors_elsewhere()

        assert not errors, f"{len(errors)} of them:\n" + "\n".join(errors[:SHOWN])

    def test_it_was_asked_at_every_route(self, attacked):
        """One whose blanks cannot be filled needs them in tests/attack/people.py."""
        missed = {route.route for route in attacked.attack.routes} - attacked.reached_routes()

        assert not attacked.attack.unfillable, attacked.attack.unfillable
        assert not missed, sorted(missed)

    def test_it_was_asked_through_every_field(self, attacked):
        assert not attacked.account.untouched_fields, attacked.account.untouched_fields

    def test_it_stays_ready(self, attacked):
        assert attacked.site.is_ready(), attacked.site.readiness()

    def test_it_gives_every_connection_back(self, attacked):
        """None is at work, the pool can lend all of them, and there are none beside it."""
        attack, connections = attacked.attack, attacked.connections

        connections.wait_until_idle()
        connections.wait_until_all_can_be_lent(attack.looks(attack.pool))
        assert connections.by_process()["web"] == attack.pool

    def test_it_keeps_every_game_sound(self, attacked):
        assert " 0 positions differed" in attacked.site.manage("rebuild_positions", "--check")
