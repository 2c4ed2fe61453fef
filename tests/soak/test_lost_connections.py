"""A whole game in two browsers that lose their connection now and then."""

from playwright.sync_api import expect

from tests.browser.players import play_to_the_end, record_of, sit_down


class TestWholeGame:
    def test_it_goes_on_when_both_lose_their_connection_for_a_while(self, open_page):
        pages = sit_down(open_page, reduced_motion="reduce")
        for page in pages:
            page.expect_console("ERR_INTERNET_DISCONNECTED")

        def lose_it(turn):
            if turn in (3, 8):
                for page in pages:
                    page.context.set_offline(True)
                    expect(page.locator("html")).to_have_attribute("data-live", "off")
                for page in pages:
                    page.context.set_offline(False)
                    expect(page.locator("html")).to_have_attribute("data-live", "on")

        play_to_the_end(pages, seed=11, after_turn=lose_it)

        assert record_of(pages[1]).tags["Termination"] == "played"
