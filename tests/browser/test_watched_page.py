"""The page that tests use notices what it should: each of these faults must be found."""

import pytest


@pytest.fixture
def faults(open_page):
    """The faults of a page after something was done on it; taken away, so that the test passes."""
    page = open_page("/")

    def after(script):
        page.evaluate(f"setTimeout(() => {{ {script} }})")
        page.wait_for_timeout(300)
        found, page.faults[:] = list(page.faults), []
        return " ".join(found)

    return after


class TestWatchedPage:
    def test_it_notices_an_uncaught_exception(self, faults):
        assert "uncaught exception" in faults("throw new Error('oh')")

    def test_it_notices_a_console_error(self, faults):
        assert "console error: oh" in faults("console.error('oh')")

    def test_it_notices_an_inline_style(self, faults):
        script = "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')"

        assert "Content Security Policy" in faults(script)

    def test_it_notices_an_inline_script(self, faults):
        script = "document.body.setAttribute('onclick', 'x()'); document.body.click()"

        assert "Content Security Policy" in faults(script)

    def test_it_notices_a_request_to_another_host(self, faults):
        # What a script may fetch, the policy forbids already; a page can still lead elsewhere.
        assert "request to another host" in faults("location.assign('http://127.0.0.1:9/')")

    def test_it_finds_nothing_on_a_page_in_order(self, faults):
        assert faults("") == ""
