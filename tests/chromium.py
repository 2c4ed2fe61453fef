"""Fixtures for looking at real processes with a real Chromium."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import expect, sync_playwright

from tests.real_services import Missing
from tests.sites import SITES
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


@pytest.fixture
def open_page(request, browser, site):
    """Open a watched page: `open_page("/play/", viewport=PHONE, locale="fr-FR")`.

    Whatever a page does that nobody announced fails the test when it ends. A failed test leaves
    a picture of each of its pages in var/screenshots.
    """
    pages = []

    def open_(path="/", **options):
        context = browser.new_context(base_url=site.url, **{"viewport": DESKTOP, **options})
        context.set_default_timeout(20_000)
        page = WatchedPage(context.new_page(), site.url)
        pages.append(page)
        page.goto(path)
        return page

    yield open_
    failed = getattr(request.node, "failed", False)
    faults = [fault for page in pages for fault in page.faults]
    if failed or faults:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(pages):
            page.screenshot(path=SCREENSHOTS / f"{request.node.name}-{number}.png")
    for page in pages:
        page.context.close()
    assert not faults, "\n".join(faults)


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
