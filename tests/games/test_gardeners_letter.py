"""Gardeners where there is no style sheet: as text, and as pictures that are sent."""

from io import BytesIO

import pytest
from django.utils.translation import override
from PIL import Image

from engine.games.gardeners.moves import parse
from games.boards import gardeners
from games.boards.captions import Caption
from games.boards.gardeners import pen
from tests.games.gardeners_tables import NAMES, begun, complete


def caption(seats=2, verdict="Well done"):
    return Caption("Gardeners", NAMES[:seats], (0, 1), verdict)


def opened(data):
    return Image.open(BytesIO(data))


def test_every_tile_is_on_the_sheet(settings):
    rows = -(-len(pen.SYMBOLS) // pen.COLUMNS)

    with Image.open(settings.BASE_DIR / pen.SHEET) as sheet:
        assert sheet.size == (pen.COLUMNS * pen.SIDE, rows * pen.SIDE)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_sketch_has_the_garden_in_the_notation_of_the_moves(language):
    with override(language):
        text = gardeners.sketch(complete().view_for(0), 0, NAMES[:2])

    assert all(code in text for code in ("C7^1", "A14", "B4^1"))
    assert "   -5 " in text  # the lowest row
    assert not any(line != line.rstrip() for line in text.split("\n"))


def test_a_sketch_says_ones_own_wish_and_of_others_the_family():
    state = complete(fronts=("X57", "X33"))

    mine, theirs, nobodys = (
        gardeners.sketch(state.view_for(seat), seat, NAMES[:2]) for seat in (0, 1, None)
    )

    assert "Every hedge is connected" in mine
    assert "Nadia: Panorama" in mine
    assert "Every hedge is connected" not in theirs + nobodys
    assert "red fruit" in theirs
    assert "red fruit" not in mine + nobodys


def test_a_picture_depends_on_no_front():
    one, other = (complete(fronts=("X57", front)).view_for(0) for front in ("X33", "X34"))

    assert gardeners.picture(one, 0) == gardeners.picture(other, 0)
    assert len(gardeners.picture(one, 0)) < 100_000


def test_a_picture_shows_the_garden():
    empty, full = begun().view_for(0), complete().view_for(0)

    assert opened(gardeners.picture(full, 0)).format == "PNG"
    assert gardeners.picture(empty, 0) != gardeners.picture(full, 0)


def test_a_card_has_the_size_that_cards_have():
    assert opened(gardeners.card()).size == (1200, 630)
    assert len(gardeners.card()) < 150_000


def test_a_portrait_says_its_score_in_its_texts():
    image = opened(gardeners.portrait(complete().view_for(None), caption()))

    assert image.size == (1200, 630)
    assert (image.text["Score0"], image.text["Score1"]) == ("0", "0")
    assert image.text["Title"] == "Well done"


def test_a_film_has_a_picture_for_each_view():
    state, views = begun(), []
    for text in ("A7@0,0^0", ">A1", "A1@1,0^0", ">A3"):
        views.append(state.view_for(None))
        state = state.after(None if text[0] == ">" else 0, parse(text))

    image = opened(gardeners.film(views, caption()))

    assert image.n_frames == len(views)


def test_a_long_film_leaves_some_pictures_out():
    views = [complete().view_for(None)] * 700

    data = gardeners.film(views, caption())

    assert opened(data).n_frames <= 241
    assert len(data) < 3_000_000


def test_a_glimpse_has_the_garden_and_how_far_it_is():
    look = gardeners.glimpse(complete().view_for(0), 0)

    assert len(look.cells) == 36
    assert look.progress == "turn 1 of 48"
