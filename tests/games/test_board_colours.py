"""The colours of the board, measured: contrast, and distance for every kind of colour vision."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from games.views.art import VISIONS

TOKENS = (Path(__file__).parents[2] / "static" / "css" / "tokens.css").read_text()
HUES = "RYGBK"
DAY, NIGHT = 0, 1


def token(name, theme=DAY):
    """A colour as it is written in the style sheet, for one of the two themes."""
    value = re.search(rf"--{name}: ([^;]+);", TOKENS)[1]
    return re.findall(r"#[0-9a-f]{6}", value)[theme if "light-dark" in value else 0]


def linear(colour):
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def contrast(one, other):
    """WCAG 2: from 1 to 21."""
    lights = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other))]
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def lab(rgb):
    """CIE L*a*b* under D65, from linear light."""
    r, g, b = (min(max(channel, 0), 1) for channel in rgb)
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, other):
    """CIEDE2000 between two colours in L*a*b*."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    mean_l, mean_c, mean_h = (l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2) % 360
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    spread = 30 * math.exp(-(((mean_h - 275) / 25) ** 2))
    r_t = -2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7)) * math.sin(math.radians(2 * spread))
    light, chroma, hue = (l2 - l1) / s_l, (c2 - c1) / s_c, d_h / s_h
    return math.sqrt(light**2 + chroma**2 + hue**2 + r_t * chroma * hue)


def seen(colour, vision):
    """A colour as it looks with one kind of vision, in linear light."""
    rgb = linear(colour)
    if vision == "usual":
        return rgb
    numbers = [float(number) for number in VISIONS[vision].split()]
    return [sum(numbers[3 * row + at] * rgb[at] for at in range(3)) for row in range(3)]


class TestMeasures:
    def test_the_distance_is_that_of_the_published_examples(self):
        # Sharma, Wu and Dalal 2005, pairs 1, 7 and 25.
        assert distance((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(
            2.0425, abs=1e-4
        )
        assert distance((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
        found = distance((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387))
        assert found == pytest.approx(1.2644, abs=1e-4)

    def test_the_contrast_of_black_on_white_is_21(self):
        assert contrast("#000000", "#ffffff") == pytest.approx(21)


class TestTiles:
    @pytest.mark.parametrize("vision", ["usual", *VISIONS])
    def test_any_two_hues_are_told_apart(self, vision):
        for one, other in combinations(HUES, 2):
            pair = [lab(seen(token(f"c-{letter}"), vision)) for letter in (one, other)]
            assert distance(*pair) > 20, f"{one} and {other} with {vision}"

    @pytest.mark.parametrize("letter", HUES)
    def test_its_symbol_is_read_on_every_hue(self, letter):
        glyph = token("ivory" if letter in "RBK" else "soot")

        assert contrast(glyph, token(f"c-{letter}")) >= 4.5

    @pytest.mark.parametrize("letter", HUES)
    @pytest.mark.parametrize("theme", [DAY, NIGHT])
    def test_a_plate_stands_off_the_ground(self, letter, theme):
        plate = max(
            contrast(token(name, theme), token("sheet-2", theme))
            for name in (f"c-{letter}", f"edge-{letter}")
        )
        assert plate >= 3

    @pytest.mark.parametrize("letter", HUES)
    @pytest.mark.parametrize("theme", [DAY, NIGHT])
    def test_its_symbol_is_read_in_a_text(self, letter, theme):
        assert contrast(token(f"chip-{letter}", theme), token("sheet", theme)) >= 4.5


@pytest.mark.parametrize("theme", [DAY, NIGHT])
class TestPage:
    @pytest.mark.parametrize("ground", ["paper", "sheet", "sheet-2", "well"])
    def test_text_is_read_everywhere(self, theme, ground):
        for name in ("ink", "ink-2"):
            assert contrast(token(name, theme), token(ground, theme)) >= 4.5, name

    @pytest.mark.parametrize("name", ["accent", "theirs", "target", "warn", "brass-text"])
    def test_what_is_said_in_colour_is_read_on_a_sheet(self, theme, name):
        for ground in ("sheet", "sheet-2"):
            assert contrast(token(name, theme), token(ground, theme)) >= 4.5

    def test_buttons_are_read_and_seen(self, theme):
        assert contrast(token("accent-ink", theme), token("accent", theme)) >= 4.5
        assert contrast(token("line-2", theme), token("sheet", theme)) >= 3

    def test_me_and_the_other_player_are_told_apart(self, theme):
        for vision in ("usual", *VISIONS):
            pair = [lab(seen(token(name, theme), vision)) for name in ("accent", "theirs")]
            assert distance(*pair) > 10, vision
