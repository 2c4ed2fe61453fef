"""A whole game of Gardeners as a film: how the one garden grows, and is laid again and again."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from engine.games.gardeners.view import GardenersView
from games.boards.captions import Caption
from games.boards.gardeners.pen import BRASS
from games.boards.gardeners.portraits import drawn

SIZE = (800, 480)
EACH, LAST = 500, 6000  # milliseconds
COLOURS = 96
MOST = 240
"""A long game is told by so many of its pictures: a film has less than 3 MB."""


def film(views: Sequence[GardenersView], caption: Caption) -> bytes:
    """A picture for each view, or of a long game for some, as an animated WebP that is shown again
    and again.
    """
    running = Caption(caption.game, caption.names, (), "")
    step = -(-len(views) // MOST)
    shown = [*views[:-1:step], views[-1]] if step > 1 else list(views)
    pictures = [drawn(view, running, SIZE) for view in shown[:-1]]
    pictures.append(drawn(shown[-1], caption, SIZE))
    for number, image in enumerate(pictures, 1):
        _draw_progress(image, number / len(pictures))
    first, *others = _in_few_colours(pictures)
    file = BytesIO()
    # Of few colours: a tenth of the size, in a quarter of the time.
    first.save(
        file, "WEBP", save_all=True, append_images=others, duration=[*[EACH] * len(others), LAST],
        loop=0, lossless=True, quality=30, method=3,
    )  # fmt: skip
    return file.getvalue()


def _in_few_colours(pictures: Sequence[Image.Image]) -> list[Image.Image]:
    """The same in one palette, so that what stays the same is the same in each."""
    samples = [pictures[len(pictures) // 2], pictures[-1]]
    width, height = SIZE
    both = Image.new("RGB", (width, height * len(samples)))
    for number, sample in enumerate(samples):
        both.paste(sample, (0, number * height))
    palette = both.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    plain = Image.Dither.NONE
    return [one.quantize(palette=palette, dither=plain).convert("RGB") for one in pictures]


def _draw_progress(image: Image.Image, part: float) -> None:
    """How much of the game is over. So no two pictures are equal, and none is left out."""
    width, height = image.size
    ImageDraw.Draw(image).rectangle((0, height - 5, round(width * part), height), BRASS)
