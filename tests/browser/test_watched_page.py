"""The page that tests use notices what it should: each of these faults must be found."""

import pytest


@pytest.fixture
def faults(open_page):
    """The faults of a page after something was done on it; taken away, so that the test passes."""
    page = open_page("/")

    def after(script):
        # The console speaks in order: once the last word is heard, so is all before it.
        page.expect_console("the last word")
        with page.expect_console_message(lambda message: message.text == "the last word"):
            page.evaluate(f"setTimeout(() => {{ {script} }})")
            page.evaluate("setTimeout(() => console.warn('the last word'), 50)")
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

    @pytest.mark.parametrize(("settled", "is_found"), [("['style']", True), ("null", False)])
    def test_it_notices_a_style_that_a_swap_copies(self, open_page, settled, is_found):
        page = open_page("/account/login/")

        page.evaluate(
            f"""async () => {{
                htmx.config.attributesToSettle = {settled} ?? htmx.config.attributesToSettle;
                const whole = {{target: "main", select: "main", swap: "outerHTML"}};
                await htmx.ajax("GET", location.pathname, whole);
            }}"""
        )

        found, page.faults[:] = list(page.faults), []
        assert ("Content Security Policy" in " ".join(found)) == is_found

    def test_it_notices_an_inline_script(self, faults):
        script = "document.body.setAttribute('onclick', 'x()'); document.body.click()"

        assert "Content Security Policy" in faults(script)

    def test_it_notices_a_request_to_another_host(self, open_page):
        # What a script may fetch, the policy forbids already; a page can still lead elsewhere.
        page = open_page("/")
        with page.expect_event("requestfailed"):
            page.evaluate("location.assign('http://127.0.0.1:9/')")

        found, page.faults[:] = list(page.faults), []
        assert "request to another host: http://127.0.0.1:9/" in found

    def test_it_finds_nothing_on_a_page_in_order(self, faults):
        assert faults("") == ""
