"""A game that is sent: read by programs, copied from its page, and framed by other pages."""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect

from tests.chromium import PHONE
from tests.laid_tables import lay_table

REFUSED = "chrome-error://chromewebdata/"


@pytest.fixture
def game(site):
    """The path of a public game that is over."""
    path = lay_table(site, turns=6).path
    site.run(
        "from games.models import Player; from games.services import endings;"
        f"p = Player.objects.select_related('user').get(game={path.split('/')[2]!r}, seat=1);"
        "endings.resign(game_id=p.game_id, user=p.user)"
    )
    return path


@contextmanager
def elsewhere(body):
    """A page of somebody else, on another host and port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(f"<!DOCTYPE html><title>elsewhere</title>{body}".encode())

        def log_message(self, *words):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def stranger(browser):
    """A browser that was never here."""
    context = browser.new_context()
    context.set_default_timeout(20_000)
    yield context.new_page()
    context.close()


class TestSending:
    def test_its_link_its_text_and_its_tags_follow_the_ply(self, open_page, game, site):
        page = open_page(
            f"{game}replay/3/",
            permissions=["clipboard-read", "clipboard-write"],
            reduced_motion="reduce",
            viewport=PHONE,
        )
        tag = page.locator("meta[property='og:url']")
        assert tag.get_attribute("content") == f"{site.url}{game}replay/3/"
        assert page.request.get(
            page.locator("meta[property='og:image']").get_attribute("content")
        ).headers["content-type"] == "image/png"  # fmt: skip

        page.locator("#share > summary").click()
        before = page.locator("#sketch").input_value()
        page.locator("[rel=next]").first.click()
        expect(page.locator("#link")).to_have_value(f"{site.url}{game}replay/4/")
        assert page.locator("#sketch").input_value() != before

        page.locator("[data-field=link] [data-copy]").click()
        expect(page.locator("[data-field=link] [data-copied]")).to_be_visible()
        page.goto(page.evaluate("navigator.clipboard.readText()"))
        expect(page.locator("#table")).to_have_attribute("data-ply", "4")

    def test_its_snippet_shows_it_on_another_page_without_scripts_or_cookies(
        self, browser, open_page, game
    ):
        page = open_page(f"{game}replay/3/", only_looks=True)
        snippet = page.locator("#snippet").input_value()
        context = browser.new_context(java_script_enabled=False)

        with elsewhere(snippet) as address:
            other = context.new_page()
            other.goto(address)
            frame = other.frame_locator("iframe")
            expect(frame.locator("h1")).to_contain_text("alice")
            frame.locator("[rel=next]").click()
            expect(frame.locator("[rel=next]")).to_have_attribute("href", f"{_embed(game)}5/")
            assert context.cookies() == []
        context.close()

    def test_it_is_accessible_and_fits_its_frame(self, open_page, assert_accessible, game):
        page = open_page(f"{_embed(game)}3/", only_looks=True, reduced_motion="reduce")
        for width, height in ((640, 560), (320, 480), (900, 420)):
            page.set_viewport_size({"width": width, "height": height})
            size = page.evaluate(
                "(({scrollWidth, scrollHeight}) => [scrollWidth, scrollHeight])"
                "(document.documentElement)"
            )
            assert size == [width, height]
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert_accessible(page)


class TestFilms:
    def test_it_is_made_while_one_waits_and_then_offered(self, open_page, assert_accessible, game):
        page = open_page(f"{game}film/", viewport=PHONE, reduced_motion="reduce")

        page.get_by_role("button", name="Make a film of the game").click()
        link = page.get_by_role("link", name="Download the film")
        expect(link).to_be_visible()

        assert_accessible(page)
        file = page.request.get(link.get_attribute("href"))
        assert file.headers["content-type"] == "image/webp"
        assert len(file.body()) < 3_000_000


class TestFrames:
    def test_nothing_else_is_shown_in_one(self, stranger, site, game):
        refused = ["/", "/play/", game, f"{game}replay/", f"{game}film/", "/embed/nothing/"]
        frames = [f'<iframe src="{site.url}{path}"></iframe>' for path in [_embed(game), *refused]]

        with elsewhere("".join(frames)) as address:
            stranger.goto(address)

            assert [frame.url for frame in stranger.frames[1:]] == [
                f"{site.url}{_embed(game)}",
                *[REFUSED] * len(refused),
            ]


def _embed(game):
    return game.replace("/games/", "/embed/")
