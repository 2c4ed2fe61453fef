"""Fixtures for looking at real processes with a real Chromium."""

import os
import shutil
import sys
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

import pytest
from _pytest.runner import runtestprotocol
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import expect, sync_playwright

from tests.real_services import Missing
from tests.sites import SITES, Site
from tests.watched_page import WatchedPage

SCREENSHOTS = Path(__file__).parent.parent / "var" / "screenshots"
MACOS_BROWSERS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# A bound for slow machines; nothing waits that long where all is well.
expect.set_options(timeout=20_000)
FIND_VIOLATIONS = """axe.run({resultTypes: ['violations']})
    .then(({violations}) => ({violations}))"""
MOST_KEPT = 3
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}


def chromium() -> str:
    places = [
        os.environ.get("CHROMIUM"),
        shutil.which("chromium-headless-shell"),  # opens a page in half the time
        shutil.which("chromium"),
        shutil.which("chromium-browser"),
    ]
    for place in [*places, *(MACOS_BROWSERS if sys.platform == "darwin" else ())]:
        if place and Path(place).exists():
            return place
    pytest.skip("no Chromium is installed")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def running_sites(tmp_path_factory):
    """Start each kind of site when it is first asked for, and keep it for the others."""
    running = {}

    def get(kind):
        if kind not in running:
            manager = SITES[kind](tmp_path_factory.mktemp(kind), TRUSTED_PROXIES="1")
            try:
                running[kind] = (manager, manager.__enter__())
            except Missing as missing:
                pytest.skip(f"{missing} is not installed")
        return running[kind][1]

    yield get
    for manager, _ in running.values():
        manager.__exit__(None, None, None)


@pytest.fixture
def site(request, running_sites):
    """The site in one process; for both ways, parametrize it indirectly with SITES."""
    return running_sites(getattr(request, "param", "embedded"))


class KeptPages:
    """Pages of tests that only look, kept for the next ones with the same options.

    A new page is a new process, which loads every style and script anew.
    """

    def __init__(self) -> None:
        self._pages: dict[str, WatchedPage] = {}

    def take(self, site: Site, options: dict[str, Any]) -> WatchedPage | None:
        """A page as good as new, if there is one: nobody is known on it."""
        page = self._pages.pop(site.url + repr(options), None)
        if page and page.has_died:
            page.context.close()
            return None
        if page:
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
            page.context.clear_cookies()
            page.set_viewport_size(options["viewport"])
            page.emulate_media(
                color_scheme=options.get("color_scheme", "light"),
                reduced_motion=options.get("reduced_motion", "no-preference"),
            )
        return page

    def keep(self, site: Site, options: dict[str, Any], page: WatchedPage) -> None:
        """Keep a page; of all of them only the last few, for each is a client of the site."""
        self._pages[site.url + repr(options)] = page
        if len(self._pages) > MOST_KEPT:
            self._pages.pop(next(iter(self._pages))).context.close()


@pytest.fixture(scope="session")
def kept_pages(browser):
    return KeptPages()


@pytest.fixture
def open_page(request, browser, site, kept_pages):
    """Open a watched page: `open_page("/play/", viewport=PHONE, locale="fr-FR")`.

    Whatever a page does that nobody announced fails the test when it ends. A failed test leaves
    a picture of each of its pages in var/screenshots. With `only_looks`, another test may have
    looked at something on the page before, and the next one may do so after it; without a path,
    it leads nowhere yet.
    """
    pages, looked = [], []

    def open_(path="/", *, only_looks=False, **own):
        options = {"viewport": DESKTOP, **own}
        page = kept_pages.take(site, options) if only_looks else None
        if not page:
            context = browser.new_context(base_url=site.url, **options)
            context.set_default_timeout(20_000)
            page = WatchedPage(context.new_page(), site.url)
        pages.append(page)
        if only_looks:
            looked.append((options, page))
        if path:
            page.goto(path)
        return page

    yield open_
    failed = getattr(request.node, "failed", False)
    faults = [fault for page in pages for fault in page.faults]
    if failed or faults:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(page for page in pages if not page.has_died):
            page.screenshot(path=SCREENSHOTS / f"{request.node.name}-{number}.png")
    kept = [] if failed or faults else looked
    for options, page in kept:
        page.forget()
        kept_pages.keep(site, options, page)
    for page in pages:
        if not any(page is one for _options, one in kept):
            page.context.close()
    assert not faults, "\n".join(faults)


CRASHED = ("Target crashed", "Page crashed")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Begin a test anew, once, whose Chromium itself has died: that says nothing of our pages.

    It happens once in some thousand pages, by an assertion of Chromium's own. It is said in the
    summary; a page that makes Chromium die each time fails as ever.
    """
    if "open_page" not in item.fixturenames:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(word in report.longreprtext for report in reports for word in CRASHED):
        # A page of the whole module may have died; sites and Chromium stay.
        item.session._setupstate.teardown_exact(item.session)
        item.failed = False
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        with catch_warnings():
            simplefilter("always")
            item.warn(pytest.PytestWarning("Chromium crashed, and the test was begun anew"))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call":
        item.failed = report.failed
    return report


@pytest.fixture
def assert_accessible():
    """Fail on anything axe-core finds."""

    def check(page):
        # Once for each document, and without all that was found to be in order: both take longer
        # than looking.
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        results = AxeResults(page.evaluate(FIND_VIOLATIONS))
        assert results.violations_count == 0, results.generate_report()

    return check
