"""One board for all toys: points and hands as text, and each legal move as a link."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any, ClassVar, NamedTuple

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from games.boards.options import Wording
from games.boards.pages import Page, Teaser

FOLDER = "games/boards/toys"


class Link(NamedTuple):
    notation: str
    href: str


class Row(NamedTuple):
    """One player: what everybody may see of them."""

    seat: int
    name: str
    points: int
    cards: int


class Saying(NamedTuple):
    title: str
    text: str = ""
    warning: str = ""
    causes: str = ""


@dataclass(frozen=True)
class ToyPresented:
    phase: str
    saying: Saying | None
    undo: str
    gain: tuple[int, int] | None
    rows: list[Row]
    hand: tuple[str, ...]
    choices: list[Link]
    reply: str = ""
    mark: object = None


class ToyGlimpse(NamedTuple):
    progress: str
    points: int
    hand: tuple[str, ...]
    template: str = f"{FOLDER}/glimpse.html"


class ToyBoard:
    TEMPLATE = f"{FOLDER}/board.html"
    MINIATURE = f"{FOLDER}/miniature.html"
    STYLE = "css/boards/botanik.css"
    IN_SHORT = f"{FOLDER}/in_short.html"
    ART = Page(f"{FOLDER}/art.html", {})
    ALT = "All hands that you may see"
    SAYINGS: ClassVar[dict[str, Any]] = {}
    GRADES: ClassVar[dict[str, Any]] = {"green": "a green nursery", "bare": "a bare nursery"}

    def __init__(self, ruleset):
        self.RULES = Page(f"{FOLDER}/rules.html", {"ruleset": ruleset})
        self.TEASER = Teaser(
            title=f"Nothing but {ruleset.name}",
            description=f"A site with {ruleset.name} alone.",
            pitch=f"{ruleset.name} is over before one has understood it.",
            figure=f"{FOLDER}/teaser.html",
            steps=f"{FOLDER}/in_short.html",
        )
        self.OPTIONS = {
            option.name: Wording(
                option.name.capitalize(),
                {value: f"{value} {option.name}" for value in option.values},
            )
            for option in ruleset.options
        }

    def present(self, scene):
        drafted = [move.notation for move in scene.draft]
        choices = scene.view.legal_moves if scene.can_act else ()
        return ToyPresented(
            phase=_phase(scene),
            saying=_saying(scene),
            undo=scene.link(draft=drafted[:-1]) if drafted else "",
            gain=_gain(scene),
            rows=_rows(scene.view, scene.names, scene.at),
            hand=scene.view.hand,
            choices=[
                Link(move.notation, scene.link(draft=[*drafted, move.notation])) for move in choices
            ],
        )

    def glimpse(self, view, seat):
        points = view.public.score(seat).total
        return ToyGlimpse(f"Turn {view.public.turn + 1}", points, view.hand)

    def sketch(self, view, seat, names):
        rows = [f"{row.name}: {row.points} ({row.cards})" for row in _rows(view, names, seat or 0)]
        return "\n".join([*rows, f"Hand: {' '.join(view.hand) or '-'}"])

    def picture(self, view, seat):
        """As wide as the points and as high as the hand is worth: it would show what it knows."""
        file = BytesIO()
        size = (8 + sum(view.public.points), 8 + sum(map(int, view.hand)))
        Image.new("RGB", size).save(file, "PNG")
        return file.getvalue()

    def card(self):
        file = BytesIO()
        Image.new("RGB", (1200, 630)).save(file, "PNG")
        return file.getvalue()

    def portrait(self, view, caption):
        """It would show what it knows, too: each hand is a colour."""
        file, info = BytesIO(), PngInfo()
        for row in _rows(view, caption.names, 0):
            info.add_itxt(f"Score{row.seat}", str(row.points))
        info.add_itxt("Title", caption.verdict)
        Image.new("RGB", (1200, 630), _shade(view)).save(file, "PNG", pnginfo=info)
        return file.getvalue()

    def film(self, views, caption):
        file = BytesIO()
        first, *others = [Image.new("RGB", (8, 8), _shade(view)) for view in views]
        first.save(file, "WEBP", save_all=True, append_images=others, duration=100, loop=0)
        return file.getvalue()

    def tell(self, fact, names, viewer):
        return f"{fact.kind}: {fact.text}."

    def spoken(self, parameters):
        return parameters


def _shade(view):
    return sum(view.public.points) % 256, sum(map(int, view.hand)) % 256, 0


def _phase(scene):
    if scene.is_past:
        return "past"
    if not scene.is_running:
        return "over"
    return "plant" if scene.can_act else "ready" if scene.draft else "wait"


def _saying(scene):
    if scene.can_act and not scene.is_past:
        return Saying("Plant a card")
    return Saying("Your turn is chosen") if scene.draft else None


def _gain(scene):
    if scene.seat is None or not scene.draft:
        return None
    before, after = (view.public.score(scene.seat).total for view in (scene.before, scene.view))
    return (before, after) if before != after else None


def _rows(view, names, at):
    """Everybody, in the order of the table from who sits below."""
    order = [*range(at, len(names)), *range(at)]
    points = [view.public.score(seat).total for seat in order]
    return [
        Row(seat, names[seat], total, view.sizes[seat])
        for seat, total in zip(order, points, strict=True)
    ]
