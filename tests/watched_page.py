"""A page that notices everything that should not happen on it."""

from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request

# A field that was resized, or of which a picture was taken, keeps a style of its own. Tests do
# neither, so they did not notice that every swap copied it, against the policy.
LEAVE_STYLES = """document.addEventListener('htmx:beforeSwap', () => {
    for (const field of document.querySelectorAll('input, textarea, select')) {
        field.style.setProperty('caret-color', 'auto');
        field.style.removeProperty('caret-color');
    }
})"""


class WatchedPage:
    """Playwright's page, and a list of its faults.

    A fault is an uncaught exception, a console error or warning that was not announced with
    `expect_console`, a violation of the content security policy, or a request to another host.
    Before each swap its fields are left with styles, as if somebody had resized them.
    """

    def __init__(self, page: Page, site_url: str) -> None:
        self.page = page
        self.faults: list[str] = []
        self.has_died = False
        self._own = urlsplit(site_url).netloc
        self._announced: list[str] = []
        page.add_init_script(LEAVE_STYLES)
        page.on("pageerror", lambda error: self.faults.append(f"uncaught exception: {error}"))
        page.on("crash", self._die)
        page.on("console", self._hear)
        page.on("request", self._look_at)
        page.context.on("weberror", lambda error: self.faults.append(f"web error: {error.error}"))

    def __getattr__(self, name):
        return getattr(self.page, name)

    def expect_console(self, part: str) -> None:
        """Announce a console message that belongs to what the test does, such as a 404."""
        self._announced.append(part)

    def forget(self) -> None:
        """Expect nothing any more: what comes next is another test's."""
        self._announced.clear()

    def _die(self, _page: Page) -> None:
        self.has_died = True

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if not any(part in message.text for part in self._announced):
            self.faults.append(f"console {message.type}: {message.text}")

    def _look_at(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob", "about") and address.netloc != self._own:
            self.faults.append(f"request to another host: {request.url}")
