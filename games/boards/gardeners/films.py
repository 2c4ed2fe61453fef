"""A whole game of Gardeners as a film: how the one garden grows, and is laid again and again."""

from collections.abc import Sequence

from engine.games.gardeners.view import GardenersView
from games.boards.captions import Caption
from games.boards.gardeners.pen import BRASS
from games.boards.gardeners.portraits import drawn
from games.boards.pictures import as_film, draw_progress

SIZE = (800, 480)
EACH = 500  # milliseconds
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
    draw_progress(pictures, BRASS)
    return as_film(pictures, each=EACH, colours=COLOURS)
