"""Pictures of whole games: what is drawn and written on them is what the engine says."""

from functools import cache
from io import BytesIO
from random import Random

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageStat

from engine import get_ruleset
from engine.arena import random_game
from games.boards import board_of
from games.boards.botanik import films as filming
from games.boards.botanik.pen import HUES, PAPER
from games.boards.botanik.portraits import FADED, GROUND, INK, PORTRAIT, portrait, setting
from games.boards.captions import Caption
from games.boards.lettering import BOLD, NUMBERS, fitted, font, spelled
from games.boards.pictures import AT_THE_END

GAMES = 50
RULES = get_ruleset("botanik")


@cache
def games():
    """The positions after each ply of fifty games."""
    return [list(random_game(RULES, Random(seed))) for seed in range(GAMES)]


def a_caption(**words):
    return Caption(
        **{"game": "Botanik", "names": ["alice", "bob"], "winners": [0], "verdict": "alice wins"}
        | words
    )


def drawn(state, **words):
    image = Image.open(BytesIO(portrait(state.view_for(None), a_caption(**words))))
    image.load()
    return image


def is_near(pixel, hue, within=40):
    wanted = ImageColor.getrgb(hue) if isinstance(hue, str) else hue
    return max(abs(one - other) for one, other in zip(pixel[:3], wanted, strict=True)) <= within


def spot(where, place):
    """A point of a cell without pipes, letters or flowers: near its lower left corner."""
    left, top = where.corner(place)
    return left + round(where.cell * 0.2), top + round(where.cell * 0.8)


def hue_of(one):
    """What a tile looks like there: one that is cut off is pale."""
    hue = ImageColor.getrgb(HUES[one.tile.colour])
    if one.is_joined:
        return hue
    ground = ImageColor.getrgb(PAPER)
    return tuple(round(h * FADED + g * (1 - FADED)) for h, g in zip(hue, ground, strict=True))


def number_on(image, seat):
    """The part of a portrait on which somebody's points are written."""
    box = PORTRAIT.feet[seat]
    return image.convert("RGB").crop((box.right - 110, box.top, box.right, box.bottom))


def written(number):
    """The same part, with a number on it and nothing else."""
    box = PORTRAIT.feet[0]
    image = Image.new("RGB", (110, box.height), GROUND)
    at = (110 - 8, box.height // 2)
    digits = font(NUMBERS, PORTRAIT.score)
    ImageDraw.Draw(image).text(at, str(number), fill=INK, font=digits, anchor="rm")
    return image


def difference(one, other):
    return ImageStat.Stat(ImageChops.difference(one, other).convert("L")).mean[0]


class TestFiftyGames:
    def test_it_writes_the_points_that_the_engine_gives(self):
        for states in games():
            image = drawn(states[-1])
            for seat, score in enumerate(states[-1].scores()):
                assert image.text[f"Score{seat}"] == str(score.total)
                near, far = (
                    difference(number_on(image, seat), written(score.total + by)) for by in (0, 1)
                )
                assert near < 2 < far

    def test_it_draws_each_tile_in_its_place_and_nothing_else(self):
        for states in games():
            view, image = states[-1].view_for(None), drawn(states[-1]).convert("RGB")
            for seat, box in enumerate(PORTRAIT.machines):
                tiles = {one.place: one for one in view.machine(seat)}
                where = setting(box, tiles.values())
                cells = [(x, y) for x in where.sheet.xs for y in where.sheet.ys if (x, y) != (0, 0)]
                for place in cells:
                    hue = hue_of(tiles[place]) if place in tiles else PAPER
                    assert is_near(image.getpixel(spot(where, place)), hue), (seat, place)

    def test_it_has_the_size_that_cards_have_and_few_bytes(self):
        for states in games()[:5]:
            data = portrait(states[-1].view_for(None), a_caption())
            assert Image.open(BytesIO(data)).size == (1200, 630)
            assert len(data) < 100_000


class TestWords:
    def test_it_says_who_won_for_programs_too(self):
        image = drawn(games()[0][-1], names=["Élise", "Zoë"], verdict="Élise wins, 31 to 24")

        assert image.text["Title"] == "Élise wins, 31 to 24"
        assert image.text["Seat1"] == "Zoë"

    def test_it_has_a_flower_beside_who_won_and_no_one_else(self):
        one, other = (drawn(games()[0][-1], winners=winners) for winners in ([0], [1]))

        assert difference(one.convert("RGB"), other.convert("RGB")) > 0

    def test_it_shortens_what_is_too_long_for_any_size(self):
        text, letters = fitted("Maximiliana " * 20, face=BOLD, size=50, width=400, least=20)

        assert text.endswith("…")
        assert letters.getlength(text) <= 400

    def test_it_writes_letters_that_the_typeface_lacks_without_their_accents(self):
        assert spelled("Łukasz Šárka Ñandú", BOLD) == "Lukasz Sárka Ñandú"


@cache
def views():
    """The longest of the fifty, ply by ply: longer than any film, which has one for a turn."""
    longest = max(games(), key=len)
    return [state.view_for(None) for state in longest]


@cache
def film():
    return board_of("botanik").film(views(), a_caption())


class TestFilms:
    def test_it_stays_under_three_megabytes(self):
        assert len(film()) < 3_000_000

    def test_it_has_a_picture_for_each_view_and_holds_the_last(self):
        image = Image.open(BytesIO(film()))
        assert (image.format, image.n_frames) == ("WEBP", len(views()))

        for frame, shown_for in ((0, filming.EACH), (len(views()) - 1, AT_THE_END)):
            image.seek(frame)
            image.load()
            assert image.info["duration"] == shown_for

    def test_it_ends_with_the_machines_as_they_stand(self):
        image = Image.open(BytesIO(film()))
        image.seek(len(views()) - 1)
        last = image.convert("RGB")

        for seat, box in enumerate(filming.FILM.machines):
            tiles = views()[-1].machine(seat)
            where = setting(box, tiles)
            for one in tiles:
                assert is_near(last.getpixel(spot(where, one.place)), hue_of(one))
