"""The site's typefaces for pictures: Pillow reads the same files as browsers do."""

from functools import lru_cache

from django.conf import settings
from PIL import ImageFont

from accounts.usernames import plain

BOLD = "fonts/literata-latin-700-normal.woff2"
TEXT = "fonts/literata-latin-400-normal.woff2"
NUMBERS = "fonts/barlow-condensed-latin-700-normal.woff2"

MISSING = "\U0010ffff"  # no typeface has it, so all draw what they draw for what they lack
MORE = "…"


@lru_cache(maxsize=64)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(settings.BASE_DIR / "static" / face, size)


def fitted(
    text: str, *, face: str, size: int, width: float, least: int
) -> tuple[str, ImageFont.FreeTypeFont]:
    """The text and a font in which it is not wider than `width`; with an end cut off if need be."""
    text = spelled(text, face)
    while size > least and font(face, size).getlength(text) > width:
        size -= 2
    chosen = font(face, size)
    if chosen.getlength(text) <= width:
        return text, chosen
    while text and chosen.getlength(text + MORE) > width:
        text = text[:-1]
    return text.rstrip() + MORE, chosen


def spelled(text: str, face: str) -> str:
    """The text in letters that the typeface has: it is cut down to the west of Europe."""
    return "".join(one if _has(face, one) else _without_accent(one) for one in text)


@lru_cache(maxsize=1024)
def _has(face: str, letter: str) -> bool:
    drawn = font(face, 24)
    return bytes(drawn.getmask(letter)) != bytes(drawn.getmask(MISSING))


def _without_accent(letter: str) -> str:
    bare = plain(letter)
    return bare.upper() if letter.isupper() else bare
