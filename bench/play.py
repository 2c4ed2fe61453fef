"""Playing under load, on PostgreSQL and Redis with separate processes.

Pages with 1,000 and with 100,000 games; turns submitted by many at once; how long it takes until
the opponent's tab shows a turn. All as ratios of what was measured in the same run.
"""

import http.client
import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Page, sync_playwright

from bench import aims
from tests.chromium import chromium
from tests.sites import Site, separate_site

ROUNDS = 15
REQUESTS = 5
CLIENTS = (1, 8, 64)
TURNS = 20
TABS = 200
SAMPLES = 12
AIMS = {"queue": 1.2, "lobby": 1.2, "table": 1.2, "moves": 1.2}
"""The time of a page with 100,000 games over that with 1,000."""
TOKEN = "b" * 32  # any will do, as long as cookie and form agree

OPEN_TABS = """async ([topic, count]) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/ws/live/?topic=${topic}`;
    window.tabs = Array.from({ length: count }, () => new WebSocket(address));
    await Promise.all(window.tabs.map((tab) => new Promise((open) => { tab.onopen = open; })));
}"""
SHOWN = """async (ply) => {
    while (Number(document.querySelector("#table").dataset.ply) <= ply) {
        await new Promise((later) => setTimeout(later, 1));
    }
}"""


def garden(site: Site, call: str) -> Any:
    """Run something of bench/garden.py inside the site."""
    said = site.manage("shell", "--no-imports", "-c", f"from bench import garden; garden.{call}")
    return json.loads(said) if said.strip() else None


def request(site: Site, connection: http.client.HTTPConnection, path: str, session: str) -> None:
    connection.request("GET", path, headers={"Cookie": f"sessionid={session}"})
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200, (path, answer.status)


def times(site: Site, paths: list[str], session: str) -> dict[str, float]:
    """The median time of each page over that of /healthz, measured side by side."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    ratios: dict[str, list[float]] = {path: [] for path in paths}
    for round_ in range(ROUNDS + 1):
        taken = {}
        for path in ["/healthz", *paths]:
            begin = time.perf_counter()
            for _ in range(REQUESTS):
                request(site, connection, path, session)
            taken[path] = time.perf_counter() - begin
        if round_:  # the first one fills caches
            for path in paths:
                ratios[path].append(taken[path] / taken["/healthz"])
    return {path: statistics.median(found) for path, found in ratios.items()}


def pages(site: Site) -> bool:
    """Whether pages take about as long with a hundred times as many games."""
    planted = garden(site, "plant()")
    table = f"/games/{planted['game']}/"
    paths = ["/play/", "/offers/", table, f"{table}moves/"]
    garden(site, "copy(1, 4)")
    few = times(site, paths, planted["session"])
    garden(site, "copy(5, 499)")
    many = times(site, paths, planted["session"])
    print("pages: time over /healthz with 1,000 games, with 100,000, and the ratio")
    ratios = {}
    for path, name in zip(paths, AIMS, strict=True):
        ratios[name] = many[path] / few[path]
        print(f"  {name:8} {few[path]:7.1f} {many[path]:7.1f}")
    return aims.report(ratios, AIMS)


def submit(connection: http.client.HTTPConnection, game: str, session: str, turn: Any) -> None:
    """As one of many, each turn from elsewhere: who asks for all of it from one address waits."""
    _seat, moves, ply = turn
    form = {"ply": ply, "moves": " ".join(moves), "csrfmiddlewaretoken": TOKEN}
    headers = {
        "Cookie": f"sessionid={session}; csrftoken={TOKEN}",
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Forwarded-For": f"2001:db8:{game[:4]}:{ply:x}::1",
    }
    connection.request("POST", f"/games/{game}/", urlencode(form), headers)
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 302, answer.status


def play_script(site: Site, script: Any) -> None:
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    for turn in script["turns"]:
        submit(connection, script["game"], script["sessions"][turn[0]], turn)


def do_nothing(site: Site) -> None:
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    for _ in range(TURNS):
        connection.request("GET", "/healthz")
        connection.getresponse().read()


def all_at_once(jobs: list[Any]) -> float:
    threads = [threading.Thread(target=job[0], args=job[1:]) for job in jobs]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin


def throughput(site: Site) -> float:
    """How many times as much as doing nothing a turn costs, at the most."""
    print("turns a second through the server, and requests that do nothing, in the same run")
    ratios = []
    for clients in CLIENTS:
        scripts = garden(site, f"scripts({clients}, {TURNS})")
        playing = all_at_once([(play_script, site, script) for script in scripts])
        nothing = all_at_once([(do_nothing, site)] * clients)
        turns = clients * TURNS
        print(
            f"  {clients:3} clients {turns / playing:7.1f} turns, {turns / nothing:7.1f} nothing,"
            f" a turn costs {playing / nothing:.1f} times as much"
        )
        ratios.append(playing / nothing)
    return max(ratios)


def to_the_tab(site: Site, page: Page, script: Any) -> float:
    """The median time from confirming a turn until the opponent's tab shows it."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    taken = []
    for turn in script["turns"]:
        begin = time.perf_counter()
        submit(connection, script["game"], script["sessions"][turn[0]], turn)
        page.evaluate(SHOWN, turn[2])
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def liveness(site: Site) -> float:
    """Milliseconds from confirming a turn until the opponent's tab shows it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        alone, crowded = garden(site, f"scripts(2, {SAMPLES})")
        medians = []
        for script, tabs in ((alone, 0), (crowded, TABS)):
            context = browser.new_context(base_url=site.url)
            page = context.new_page()
            page.goto(f"/games/{script['game']}/")
            page.wait_for_selector("html[data-live=on]")
            topic = f"game.{script['game'].replace('-', '')}"
            page.evaluate(OPEN_TABS, [topic, tabs])
            medians.append(to_the_tab(site, page, script))
            context.close()
        browser.close()
    few, many = medians
    print(f"confirm to the opponent's tab: {few * 1000:.0f} ms alone,")
    print(f"  with {TABS} tabs open {many / few:.2f} times as long")
    return few * 1000


@contextmanager
def site_of_many() -> Iterator[Site]:
    """Separate processes that believe where requests say they come from."""
    with (
        tempfile.TemporaryDirectory() as folder,
        separate_site(Path(folder), TRUSTED_PROXIES="1") as site,
    ):
        yield site


def main() -> bool:
    with site_of_many() as site:
        liveness(site)
        throughput(site)
        return pages(site)


if __name__ == "__main__":
    sys.exit(not main())
