"""What boards have in common, and what shared templates and scripts may ask of them."""

import re
import tomllib

import pytest
from django.conf import settings

from games.boards import BOARDS, Board, Glimpse, Presented

SHARED = settings.BASE_DIR / "templates" / "games"


def asked_of(name, *folders):
    """The attributes of something that shared templates read."""
    files = [file for folder in folders for file in (SHARED / folder).rglob("*.html")]
    return {
        found
        for file in files
        for tag in re.findall(r"{[{%].*?[%}]}", file.read_text())
        for found in re.findall(rf"(?<![/\w]){name}\.(\w+)", tag)
    }


def said_by(protocol):
    return {name for name in vars(protocol) if not name.startswith("_")}


def test_it_is_asked_for_no_more_than_every_board_presents():
    assert asked_of("board", "tables") == said_by(Presented) - {"phase", "undo"}


def test_it_is_asked_for_no_more_than_every_glimpse_has():
    assert asked_of("look", "partials", "tables") == said_by(Glimpse)


@pytest.mark.parametrize("slug", BOARDS)
def test_it_has_all_that_a_board_needs(slug):
    needed = said_by(Board) | set(Board.__annotations__)

    assert {name for name in needed if not hasattr(BOARDS[slug], name)} == set()


@pytest.mark.parametrize("slug", BOARDS)
def test_it_keeps_its_files_under_its_name(slug):
    board = BOARDS[slug]
    templates = [
        *(board.TEMPLATE, board.IN_SHORT, board.ART.template, board.RULES.template),
        *(board.TEASER.figure, board.TEASER.steps),
    ]

    assert all(name.startswith(f"games/boards/{slug}/") for name in templates)
    assert f"css/boards/{slug}.css" == board.STYLE
    assert (settings.BASE_DIR / "static" / "img" / f"{slug}.svg").exists()


def styled_by(sheet):
    """The classes that a style sheet styles wherever they stand."""
    text = (settings.BASE_DIR / "static" / "css" / sheet).read_text()
    return set(re.findall(r"^\s*\.([\w-]+)(?= \{|,|\s*>|\s*:| )", text, re.MULTILINE))


@pytest.mark.parametrize("slug", BOARDS)
@pytest.mark.parametrize("around", ["lessons.css", "replay.css"])
def test_it_styles_nothing_of_the_page_around_it(slug, around):
    shared = styled_by(BOARDS[slug].STYLE.removeprefix("css/")) & styled_by(around)

    # What the page around a board says of itself, so that the board can be drawn for it.
    assert shared <= {"in-lesson", "replay-page"}


@pytest.mark.parametrize("slug", BOARDS)
def test_it_is_asked_for_by_its_ruleset_and_never_by_its_name(slug):
    contracts = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["tool"]
    protected = [
        module
        for contract in contracts["importlinter"]["contracts"]
        for module in contract.get("protected_modules", ())
    ]

    assert f"games.boards.{slug}" in protected


def test_it_is_handled_by_a_script_that_knows_no_drawing_and_no_phase_of_a_game():
    script = (settings.BASE_DIR / "static" / "js" / "board.js").read_text()
    quoted = re.findall(r'"([^"\n]*)"', script)
    classes = {name for text in quoted for name in re.findall(r"\.([a-z][a-z-]+)", text)}
    phases = set(re.findall(r'(?:phase\(?\)?|old) [!=]== "(\w+)"', script))

    assert classes == {
        # Named at the head of the script.
        *("tile", "stage", "why", "points", "chosen", "last", "sheets", "plots", "now"),
        *("acts", "zoom", "menu", "keys", "htmx-request"),  # of the page around the board
    }
    assert phases == {"wait", "past"}
