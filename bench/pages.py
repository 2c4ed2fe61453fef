"""How long pages and nudges take, next to a request that does nothing, in both ways to run."""

import http.client
import statistics
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from tests.chromium import chromium
from tests.sites import SITES, Site

ROUNDS = 15
REQUESTS = 10
NUDGES = 15  # fewer than the site allows in a minute

# From the click on "ask" to the fragment that the nudge made the tab fetch.
NUDGE = """async (count) => {
    const times = [];
    for (let n = 1; n <= count; n++) {
        const begin = performance.now();
        const answered = new Promise((resolve) => {
            const look = () => document.querySelector("#live-check").textContent
                .includes(`Answered ${n} of ${n}`) ? resolve() : setTimeout(look, 1);
            look();
        });
        document.querySelector("main form").requestSubmit();
        await answered;
        const middle = performance.now();
        await fetch("/healthz").then((answer) => answer.text());
        times.push([middle - begin, performance.now() - middle]);
    }
    return times;
}"""


def seconds(site: Site, path: str) -> float:
    """One round of requests over a connection of its own."""
    connection = http.client.HTTPConnection(urlsplit(site.url).netloc)
    begin = time.perf_counter()
    for _ in range(REQUESTS):
        connection.request("GET", path)
        connection.getresponse().read()
    return time.perf_counter() - begin


def against_nothing(site: Site, paths: list[str]) -> dict[str, float]:
    """The median over rounds of (time of a page) / (time of /healthz), measured side by side."""
    ratios: dict[str, list[float]] = {path: [] for path in paths}
    for path in paths:
        seconds(site, path)  # the first visit fills caches
    for _ in range(ROUNDS):
        nothing = seconds(site, "/healthz")
        for path in paths:
            ratios[path].append(seconds(site, path) / nothing)
    return {path: statistics.median(found) for path, found in ratios.items()}


def nudge_against_nothing(site: Site) -> float:
    """The median of (click to answer in the tab) / (time of /healthz), in one browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        page = browser.new_page()
        page.goto(f"{site.url}/live/")
        page.wait_for_selector("html[data-live=on]")
        times: list[tuple[float, float]] = page.evaluate(NUDGE, NUDGES)
        browser.close()
    return statistics.median(nudge / nothing for nudge, nothing in times)


def main() -> None:
    for kind, start in SITES.items():
        with tempfile.TemporaryDirectory() as folder, start(Path(folder)) as site:
            print(f"{kind}: how many times as long as /healthz")
            for path, ratio in against_nothing(site, ["/", "/play/", "/nothing/"]).items():
                print(f"  {path:24} {ratio:6.2f}")
            print(f"  {'click to nudged tab':24} {nudge_against_nothing(site):6.2f}")


if __name__ == "__main__":
    main()
