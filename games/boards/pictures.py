"""What the drawn pictures of all games share: their parts, and how several become a film."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.boards.lettering import BOLD, fitted

AT_THE_END: Final = 6000
"""How long the last picture of a film stands, in milliseconds."""


class Box(NamedTuple):
    """A part of a picture."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.left + self.width

    @property
    def bottom(self) -> int:
        return self.top + self.height

    def within(self, margin: int) -> "Box":
        edges = 2 * margin
        return Box(self.left + margin, self.top + margin, self.width - edges, self.height - edges)


def write_verdict(image: Image.Image, box: Box, verdict: str, ink: str) -> None:
    """How a game ended, in the middle of a box."""
    said, letters = fitted(verdict, face=BOLD, size=40, width=box.width, least=22)
    middle = (box.left + box.width // 2, box.top + box.height // 2)
    ImageDraw.Draw(image).text(middle, said, fill=ink, font=letters, anchor="mm")


def draw_progress(pictures: Sequence[Image.Image], ink: str) -> None:
    """How much of the game is over. So no two pictures are equal, and none is left out."""
    for number, image in enumerate(pictures, 1):
        width, height = image.size
        part = round(width * number / len(pictures))
        ImageDraw.Draw(image).rectangle((0, height - 5, part, height), ink)


def as_film(pictures: Sequence[Image.Image], *, each: int, colours: int) -> bytes:
    """The pictures as an animated WebP, so many milliseconds each, shown again and again."""
    first, *others = _in_few_colours(pictures, colours)
    file = BytesIO()
    # Of few colours: a tenth of the size, in a quarter of the time.
    first.save(
        file, "WEBP", save_all=True, append_images=others,
        duration=[*[each] * len(others), AT_THE_END], loop=0,
        lossless=True, quality=30, method=3,
    )  # fmt: skip
    return file.getvalue()


def _in_few_colours(pictures: Sequence[Image.Image], colours: int) -> list[Image.Image]:
    """The same in one palette, so that what stays the same is the same in each."""
    samples = [pictures[len(pictures) // 2], pictures[-1]]
    width, height = samples[0].size
    both = Image.new("RGB", (width, height * len(samples)))
    for number, sample in enumerate(samples):
        both.paste(sample, (0, number * height))
    palette = both.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    plain = Image.Dither.NONE
    return [one.quantize(palette=palette, dither=plain).convert("RGB") for one in pictures]
