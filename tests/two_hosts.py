"""A game on two web hosts, of which one dies: long in tests/soak, short in tests/processes."""

import http.client
import json
import re
import ssl
import subprocess
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import expect

from tests.asking import TOKEN
from tests.machines import Machines
from tests.real_services import wait_until

TRUST_ANYBODY = ssl._create_unverified_context()
# nginx gives up a socket from which nothing has come for so long, and a tab tries again after this.
UNTIL_SOCKETS_ARE_BACK = 90_000
ESTABLISHED = "01"  # as the kernel lists it


class Game:
    """Two players with a tab each, who follow the same game from different hosts."""

    def __init__(self, machines: Machines, browser, *, most: int) -> None:
        self._machines = machines
        said = machines.site.run(f"from bench import garden; garden.scripts(1, {most})")
        (self._script,) = json.loads(said.splitlines()[-1])
        self.turns = self._script["turns"]
        self.path = f"/games/{self._script['game']}/"
        self.pages = [self._open(browser, session) for session in self._script["sessions"]]

    def _open(self, browser, session: str):
        context = browser.new_context(base_url=self._machines.url, ignore_https_errors=True)
        cookie = {"name": "sessionid", "value": session, "url": self._machines.url}
        context.add_cookies([cookie])
        page = context.new_page()
        page.goto(self.path)
        expect(page.locator("html")).to_have_attribute("data-live", "on")
        return page

    def close(self) -> None:
        for page in self.pages:
            page.context.close()

    def submit(self, turn) -> int:
        """As the player whose turn it is; the status of the answer."""
        seat, moves, ply = turn
        host = urlsplit(self._machines.url).netloc
        link = http.client.HTTPSConnection(host, context=TRUST_ANYBODY, timeout=60)
        form = {"ply": ply, "moves": " ".join(moves), "csrfmiddlewaretoken": TOKEN}
        headers = {
            "Origin": self._machines.url,
            "Cookie": f"sessionid={self._script['sessions'][seat]}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Posing-As": f"198.51.100.{seat}",
        }
        link.request("POST", self.path, urlencode(form), headers)
        answer = link.getresponse()
        answer.read()
        link.close()
        return answer.status

    def play(self, turns) -> None:
        """Each turn is accepted, and shown in both tabs, before the next one is made."""
        for turn in turns:
            assert self.submit(turn) == 302
            for page in self.pages:
                page.wait_for_function(
                    "ply => Number(document.querySelector('#table').dataset.ply) > ply", arg=turn[2]
                )

    def wait_for_sockets(self) -> None:
        for page in self.pages:
            expect(page.locator("html")).to_have_attribute(
                "data-live", "on", timeout=UNTIL_SOCKETS_ARE_BACK
            )

    def plies(self) -> list[int]:
        """How far the tabs are, as they show it."""
        return [int(page.locator("#table").get_attribute("data-ply")) for page in self.pages]


def sockets_at(host) -> int:
    """How many sockets are open at a host."""
    command = [*host.place.command, "cat", "/proc/net/tcp"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    port = f":{int(host.site.environment['SOCKETS_PORT']):04X}"
    links = [line.split() for line in said.splitlines()[1:]]
    return sum(link[1].endswith(port) and link[3] == ESTABLISHED for link in links)


def routes_at(host) -> set[str]:
    """What a host was asked for."""
    return set(re.findall(r'"route": "([^"]+)"', host.site.log("web")))


def assert_survives(machines: Machines, browser, *, turns: int, killed_after: int) -> None:
    """Play, let a host die, and go on, as if nothing had been."""
    game = Game(machines, browser, most=turns)
    one, two = machines.hosts["one"], machines.hosts["two"]
    try:
        wait_until(lambda: sockets_at(one) == sockets_at(two) == 1, what="a tab at each host")
        game.play(game.turns[:killed_after])
        assert all("/games/<uuid:game_id>/" in routes_at(host) for host in (one, two))

        machines.kill("one")

        for turn in game.turns[killed_after : killed_after + 2]:
            assert game.submit(turn) == 302  # while a tab may still hold on to the dead
        wait_until(lambda: sockets_at(two) == 2, what="both tabs at the other host", seconds=90)
        game.wait_for_sockets()
        game.play(game.turns[killed_after + 2 :])
        assert len(set(game.plies())) == 1
        assert game.plies()[0] > game.turns[-1][2]
    finally:
        game.close()
    assert " 0 positions differed" in machines.site.manage("rebuild_positions", "--check")
