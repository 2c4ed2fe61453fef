"""Botanicus where there is no style sheet: as text, and as pictures that are sent."""

from functools import cache
from io import BytesIO
from random import Random

import pytest
from django.utils.translation import override
from PIL import Image, ImageChops

from engine import Setup, get_ruleset
from engine.arena import random_game
from engine.games.botanicus.components import BEDS
from games.boards import botanicus
from games.boards.botanicus import words
from games.boards.botanicus.pen import bed
from games.boards.botanicus.portraits import PORTRAIT
from games.boards.captions import Caption
from games.boards.pictures import AT_THE_END

NAMES = ["Ada", "Bo", "Cy", "Di"]
SEATS = [2, 3, 4]


@cache
def states(seats):
    return list(random_game(Setup(get_ruleset("botanicus"), seats, {}), Random(seats)))


def caption(seats):
    return Caption("Botanicus", NAMES[:seats], [0], "Ada wins")


def with_cards(seats):
    """A position in which somebody holds a card, and who."""
    for state in reversed(states(seats)):
        for seat, garden in enumerate(state.gardens):
            if sum(garden.hand):
                return state, seat
    raise AssertionError


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_sketch_has_every_garden_and_the_notation_of_the_moves(seats, language):
    with override(language):
        for state in states(seats)[::7]:
            for viewer in (0, seats - 1, None):
                text = botanicus.sketch(state.view_for(viewer), viewer, NAMES[:seats])
                assert all(f"{name}:" in text for name in NAMES[:seats])
                assert not any(line != line.rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("seats", SEATS)
def test_a_sketch_names_ones_own_cards_and_nobody_elses(seats):
    state, owner = with_cards(seats)
    card = state.view_for(owner).hand[0]
    name = f"{card}  {words.CARD_NAMES[card]}"

    assert name in botanicus.sketch(state.view_for(owner), owner, NAMES[:seats])
    for viewer in {*range(seats), None} - {owner}:
        view = state.view_for(viewer)
        hand = view.hand
        text = botanicus.sketch(view, viewer, NAMES[:seats])
        assert (name in text) == (card in hand)
        assert ("Your cards:" in text) == bool(hand)


@pytest.mark.parametrize("seats", SEATS)
def test_a_picture_is_a_small_png_of_all_gardens(seats):
    data = botanicus.picture(states(seats)[-1].view_for(1), 1)
    image = Image.open(BytesIO(data))

    assert image.format == "PNG"
    assert image.width < 800
    assert len(data) < 60_000


def test_a_card_has_the_size_that_cards_have():
    assert Image.open(BytesIO(botanicus.card())).size == (1200, 630)
    assert len(botanicus.card()) < 150_000


@pytest.mark.parametrize("seats", SEATS)
def test_a_portrait_says_the_points_that_the_engine_gives(seats):
    state = states(seats)[-1]
    data = botanicus.portrait(state.view_for(None), caption(seats))
    image = Image.open(BytesIO(data))

    assert image.size == (1200, 630)
    assert len(data) < 150_000
    assert image.text["Title"] == "Ada wins"
    totals = [str(score.total) for score in state.scores()]
    assert [image.text[f"Score{seat}"] for seat in range(seats)] == totals
    assert [image.text[f"Seat{seat}"] for seat in range(seats)] == NAMES[:seats]


@pytest.mark.parametrize("seats", SEATS)
def test_a_portrait_shows_what_grows_on_each_bed(seats):
    state = states(seats)[-1]
    data = botanicus.portrait(state.view_for(None), caption(seats))
    image = Image.open(BytesIO(data)).convert("RGB")

    for seat, garden in enumerate(state.gardens):
        (left, top), cell = PORTRAIT.garden(seat, seats)
        for name, level in zip(BEDS, garden.beds, strict=True):
            x, y = left + (name % 10 - 1) * cell, top + (name // 10 - 1) * cell
            inner = (cell // 4, cell // 4, cell * 3 // 4, cell * 3 // 4)  # without who stands by
            seen = image.crop((x, y, x + cell, y + cell)).crop(inner)
            likely = min(range(5), key=lambda plant: unlike(seen, bed(plant, cell).crop(inner)))
            assert likely == level, (seat, name)


def unlike(one, other):
    difference = ImageChops.difference(one, other.convert("RGB")).convert("L")
    return sum(value * count for value, count in enumerate(difference.histogram()))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_film_has_a_picture_for_each_view_and_holds_the_last(seats):
    views = [state.view_for(None) for state in states(seats)[::4]]
    data = botanicus.film(views, caption(seats))
    image = Image.open(BytesIO(data))

    assert len(data) < 3_000_000
    assert (image.format, image.n_frames) == ("WEBP", len(views))
    image.seek(len(views) - 1)
    image.load()
    assert image.info["duration"] == AT_THE_END
