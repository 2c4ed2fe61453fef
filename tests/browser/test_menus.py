"""Every menu of every page: what it offers can be pressed, for nothing lies over it."""

import pytest

from tests.browser.players import elsewhere, sit_down_with
from tests.browser.test_frame import PAGES

WIDTHS = (360, 768, 1440)
OF_GUESTS = ["/notices/", "/offers/", "/account/signup/", "/account/forget/"]
OF_MEMBERS = [
    "/account/profile/", "/account/preferences/", "/account/email/", "/account/absences/",
    "/account/leave/", "/notices/ledger/", "/@fern/", "/play/all/", "/@fern/games/",
]  # fmt: skip
# What is not hit at its middle, with what is there instead.
COVERED = """() => {
    const covered = [];
    for (const menu of document.querySelectorAll('details.menu, .rooms > details')) {
        if (!menu.querySelector('summary').checkVisibility()) continue;
        const wasOpen = menu.open;
        menu.open = true;
        for (const item of menu.querySelectorAll('a, button, summary, textarea')) {
            if (!item.checkVisibility({visibilityProperty: true})) continue;
            item.scrollIntoView({block: 'nearest'});
            const box = item.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const hit = document.elementFromPoint(x, y);
            if (!item.contains(hit)) {
                const other = hit ? hit.outerHTML.slice(0, 60) : 'nothing';
                covered.push(`${item.textContent.trim()} at ${x}, ${y}: ${other}`);
            }
        }
        menu.open = wasOpen;
    }
    scrollTo(0, 0);
    return covered;
}"""


def covered(page):
    """All that cannot be pressed, at each width."""
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 780})
        found += [f"{width}: {item}" for item in page.evaluate(COVERED)]
    return found


class TestEveryMenu:
    @pytest.mark.parametrize("path", PAGES)
    def test_it_can_be_used_by_visitors(self, open_page, path):
        page = open_page(None, only_looks=True)
        if path == "/nothing-here/":
            page.expect_console("404")
        page.goto(path)

        assert covered(page) == []

    def test_it_can_be_used_by_guests_also_at_their_table(self, open_page):
        page = open_page("/bots/", reduced_motion="reduce", **elsewhere())
        sit_down_with(page, "Pip")
        table = page.url

        for path in (table, f"{table}moves/", f"{table}resign/", "/", "/play/", *OF_GUESTS):
            page.goto(path)
            assert covered(page) == [], path

    def test_it_can_be_used_by_members(self, member):
        for path in ("/play/", *OF_MEMBERS):
            member.goto(path)
            assert covered(member) == [], path
