"""The whole board of Botanik, from a scene to what its template shows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine import Seat
from engine.games.botanik.facts import BotanikFact, Built, Played, Released, Swapped
from engine.games.botanik.moves import BotanikMove, Build, CentrePlay, SidePlay, Swap
from engine.games.botanik.rules import BotanikState
from engine.games.botanik.tiles import COLOURS, TYPES, Tile
from engine.games.botanik.view import BotanikView
from games.boards.botanik.art import Art, art_of
from games.boards.botanik.machine import MachinePicture, Place, Site, draw_machine, turning_of
from games.boards.botanik.registry import (
    Card,
    Choice,
    ColumnPicture,
    Marks,
    Space,
    Target,
    draw_cards,
    draw_columns,
    leaving,
    listed,
    released_in_words,
    title_of,
)
from games.boards.botanik.tiles import COLOUR_NAMES, NAMES, TYPE_NAMES

if TYPE_CHECKING:
    from games.boards import Badge, Scene

ROUNDS = 20
CLOSES = "closes-network"
FAMILIAR = 3
"""With so many tiles in a machine one has seen how building goes."""


@dataclass(frozen=True, slots=True)
class Saying:
    """What the bar says: a heading and a sentence, in words that can be read out."""

    title: str
    text: str = ""
    warning: str = ""
    art: Art | None = None
    rule: str = ""
    """Where the rules explain it."""
    causes: str = ""
    """What the choice does to others: never folded away, however small the screen."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is said once, in somebody's first game, where it matters and when."""

    kind: str
    """`put`, `break` or `build`."""
    text: str

    def __str__(self) -> str:
        return self.text


Words: TypeAlias = tuple[tuple[str, str], ...]
"""Letters, each with its name."""


@dataclass(frozen=True, slots=True)
class UnseenRow:
    colour: str
    name: str
    counts: list[int]
    total: int


@dataclass(frozen=True, slots=True)
class Unseen:
    types: Words
    rows: list[UnseenRow]
    total: int


@dataclass(frozen=True, slots=True)
class BotanikBoard:
    """What the template shows."""

    phase: str
    """`wait`, `choose` (a tile), `place` (it), `swap`, `build`, `ready` (to confirm), `over`,
    or `past` (played back)."""
    columns: list[ColumnPicture]
    arrival: list[Card]
    gone: int
    in_hand: Art | None
    """The tile that is being placed."""
    played: Art | None
    """The tile that was played last in this draft, and may still go elsewhere."""
    hand: list[Card]
    held: tuple[list[Art], list[Art]]
    """What was in both hands in a position that is played back, the one below first."""
    theirs_held: str
    """What the opponent has received and deals with now."""
    mine: MachinePicture
    theirs: MachinePicture
    round: int
    rounds: int
    unseen: Unseen
    saying: Saying | None
    targets: list[Target]
    undo: str
    reply: str
    """What the viewer has to do in the opponent's turn."""
    mark: Mark | None
    badges: "Sequence[Badge]" = ()

    @property
    def empty_cards(self) -> range:
        return range(self.gone)

    @property
    def spaces_in_small(self) -> list[tuple[Art, int, int]]:
        """Each tile of the piles and of their sides, with its column and row, both from 0 on."""
        return [(space.art, x, y) for x, y, space in self._spaces if space.art]

    @property
    def empty_spaces(self) -> list[tuple[int, int]]:
        return [(x, y) for x, y, space in self._spaces if not space.art]

    @property
    def last_spaces(self) -> list[tuple[int, int]]:
        """Those that the last turn has changed."""
        return [(x, y) for x, y, space in self._spaces if space.is_last]

    @property
    def _spaces(self) -> Iterator[tuple[int, int, Space]]:
        for x, column in enumerate(self.columns):
            for y, (_where, space) in enumerate(column.places):
                yield x, y, space

    @property
    def gain(self) -> tuple[int, int] | None:
        """What the machine scored before the draft, and with it; None where that is the same."""
        if self.phase != "ready" or not self.mine.has_changed:
            return None
        return self.mine.before, self.mine.score

    @property
    def begins_at_top(self) -> bool:
        """Whether there is something to do at the top of the board, which a phone should show."""
        return self.phase in ("choose", "place", "swap", "build", "ready")


def present(scene: "Scene") -> BotanikBoard:
    return Presenter(scene).board()


class Presenter:
    """Works out, for one scene, what is in hand and what may be done with it."""

    def __init__(self, scene: "Scene") -> None:
        self.scene = scene
        self.view: BotanikView = scene.view  # type: ignore[assignment]
        self.before: BotanikView = scene.before  # type: ignore[assignment]
        # Of Botanik everybody sees all: a view has the position itself.
        self.state: BotanikState = self.view.position
        self.start: BotanikState = self.before.position
        self.seat: Seat = scene.at
        self.moves: Sequence[BotanikMove] = scene.draft  # type: ignore[assignment]
        self.drafted = [move.notation for move in scene.draft]
        self.legal: Sequence[BotanikMove] = self.view.legal_moves if scene.can_act else ()

    def board(self) -> BotanikBoard:
        choice = self.choice
        columns = draw_columns(
            self.state,
            self.seat,
            name=self.scene.names[1 - self.seat],
            is_mine=self.scene.seat is not None,
            choice=choice,
            instead=self.instead,
            last=self._marks(() if self.moves else self.scene.last),
            drafted=self._marks(self.facts),
        )
        spaces = [space for column in columns for space in (column.centre, column.mine)]
        return BotanikBoard(
            phase=self.phase,
            columns=columns,
            arrival=self._arrival(),
            gone=3 - len(self.state.arrival),
            in_hand=art_of(self.picked) if self.picked else None,
            played=art_of(self.instead.tile) if self.instead else None,
            hand=[] if self.scene.is_past else self._hand(),
            held=self._held(),
            theirs_held=self._theirs_held(),
            mine=self._machine(self.seat),
            theirs=self._machine(1 - self.seat),
            round=self.state.round,
            rounds=ROUNDS,
            unseen=_count(self.view),
            saying=self._saying(),
            targets=[space.target for space in spaces if space.target and choice],
            undo=self._undo(),
            reply=self._reply(),
            mark=self.mark,
        )

    # -- what is in hand ------------------------------------------------------------------

    @cached_property
    def hand(self) -> Sequence[Tile]:
        """The tiles that were released to the viewer and wait to be dealt with."""
        return self.state.held[self.seat] if self.scene.seat is not None else ()

    @cached_property
    def picked(self) -> Tile | None:
        """The tile to deal with: the only one, the one that must be first, or the one picked up."""
        if not self.legal:
            return None
        meca = next((tile for tile in self.hand if tile.is_meca), None)
        offered = [meca] if meca else list(self.hand or self.state.arrival)
        if len(set(offered)) == 1:
            return offered[0]
        return next((tile for tile in offered if tile.code == self.scene.pick), None)

    @cached_property
    def phase(self) -> str:
        if self.scene.is_past:
            return "past"
        if not self.scene.is_running:
            return "over"
        if not self.legal:
            return "ready" if self.moves else "wait"
        if self.hand:
            return "swap" if any(tile.is_meca for tile in self.hand) else "build"
        return "place" if self.picked else "choose"

    @cached_property
    def choice(self) -> Choice | None:
        """What may be done in the Registry with the tile in hand."""
        if self.picked is None or self.phase == "build":
            return None
        moves = [
            move
            for move in self.legal
            if not isinstance(move, SidePlay | CentrePlay) or move.tile is self.picked
        ]
        names = self.scene.names
        return Choice(self.picked, moves, self.view.preview, self._href_of, names, self.seat)

    @cached_property
    def handled(self) -> tuple[int, SidePlay | CentrePlay | Swap] | None:
        """The last of the drafted moves that was made in the Registry, with its number."""
        for number, move in reversed(list(enumerate(self.moves))):
            if isinstance(move, SidePlay | CentrePlay | Swap):
                return number, move
        return None

    @cached_property
    def instead(self) -> Choice | None:
        """Where else the tile that was played last might go: that changes the draft at once."""
        if self.handled is None or self.phase not in ("ready", "build", "swap"):
            return None
        number, played = self.handled
        view = self._before(number).view_for(self.seat)
        moves = [move for move in view.legal_moves if move != played and _is_alike(move, played)]

        def href(move: BotanikMove) -> str:
            return self.scene.link(draft=[*self.drafted[:number], move.notation])

        tile = _meca(view, self.seat) if isinstance(played, Swap) else played.tile
        names = self.scene.names
        return Choice(tile, moves, view.preview, href, names, self.seat, is_instead=True)

    def _before(self, number: int) -> BotanikState:
        """The position before one of the drafted moves."""
        state = self.start
        for move in self.moves[:number]:
            state = state.after(self.seat, move)
        return state

    def _href_of(self, move: BotanikMove) -> str:
        return self.scene.link(draft=[*self.drafted, move.notation])

    def _lifted(self) -> Tile | None:
        return None if self.hand else self.picked

    def _arrival(self) -> list[Card]:
        """The tiles to choose from; once one was played, the others begin the turn anew."""
        tiles = self.state.arrival
        if not any(isinstance(move, SidePlay | CentrePlay) for move in self.moves):
            return draw_cards(tiles, self._lifted(), self._picks(tiles))
        href = {tile.code: self.scene.link(pick=tile.code) for tile in tiles}
        return draw_cards(tiles, None, href, is_anew=True)

    def _picks(self, tiles: Sequence[Tile]) -> dict[str, str]:
        """Where each tile is picked up; nothing while there is nothing to choose."""
        may_pick = self.legal and (tiles is self.hand) == bool(self.hand)
        if not may_pick or any(tile.is_meca for tile in self.hand):
            return {}
        return {tile.code: self.scene.link(draft=self.drafted, pick=tile.code) for tile in tiles}

    def _hand(self) -> list[Card]:
        return draw_cards(self.hand, self.picked, self._picks(self.hand))

    def _held(self) -> tuple[list[Art], list[Art]]:
        if not self.scene.is_past:
            return [], []
        mine, theirs = self.state.held[self.seat], self.state.held[1 - self.seat]
        return [art_of(tile) for tile in mine], [art_of(tile) for tile in theirs]

    def _theirs_held(self) -> str:
        return self._receives(self.state.held[1 - self.seat])

    def _receives(self, tiles: Sequence[Tile]) -> str:
        """That the opponent has received them; empty where there are none."""
        if not tiles:
            return ""
        words = {"name": self.scene.names[1 - self.seat], "tiles": listed(tiles)}
        return _("%(name)s receives %(tiles)s.") % words

    # -- the machines ---------------------------------------------------------------------

    @cached_property
    def chosen(self) -> Build | None:
        """The tile that was laid last in this draft: it may still be turned."""
        move = self.moves[-1] if self.moves else None
        return move if isinstance(move, Build) else None

    @cached_property
    def site(self) -> Site | None:
        """Where a tile may be built now: the one in hand, or the one laid last, elsewhere."""
        if self.phase == "build" and self.picked:
            return Site(self.state, self.seat, self.picked, adds=True, href=self._href_of)
        return self._replacing() if self.phase == "ready" else None

    def _replacing(self) -> Site | None:
        """Where the tile that was laid last could be instead."""
        if self.chosen is None:
            return None
        before, earlier = self._before(len(self.moves) - 1), self.drafted[:-1]

        def href(build: Build) -> str:
            return self.scene.link(draft=[*earlier, build.notation], pick=self.scene.pick)

        return Site(before, self.seat, self.chosen.tile, adds=False, href=href)

    def _machine(self, seat: Seat) -> MachinePicture:
        is_below = seat == self.seat
        replacing = self._replacing() if is_below else None
        return draw_machine(
            self.before,
            self.view,
            seat,
            name=self.scene.names[seat],
            is_mine=seat == self.scene.seat,
            last=self._built_by(seat, self.scene.last),
            chosen=self.chosen if is_below else None,
            site=self.site if is_below else None,
            turning=turning_of(replacing, self.chosen) if replacing and self.chosen else None,
        )

    # -- what has happened ----------------------------------------------------------------

    @cached_property
    def facts(self) -> list[BotanikFact]:
        """What the draft would do."""
        facts: list[BotanikFact] = []
        state = self.start
        for move in self.moves:
            facts += state.facts(self.seat, move, self.seat)
            state = state.after(self.seat, move)
        return facts

    def _marks(self, facts: Sequence[object]) -> Marks:
        done = [fact for fact in facts if isinstance(fact, Played | Swapped)]
        on_side = [fact for fact in done if isinstance(fact, Played) and fact.covered is None]
        return Marks(
            centres=frozenset(fact.column for fact in done if fact not in on_side),
            sides=frozenset((fact.seat, fact.column) for fact in on_side),
        )

    def _built_by(self, seat: Seat, facts: Sequence[object]) -> frozenset[Place]:
        return frozenset(
            fact.place for fact in facts if isinstance(fact, Built) and fact.seat == seat
        )

    # -- somebody's first game -------------------------------------------------------------

    @cached_property
    def mark(self) -> Mark | None:
        """Each of the three steps of the game, said when it is first taken."""
        steps = self.scene.first_steps
        if steps is None:
            return None
        if self.phase == "build":
            return self._mark_build()
        if self.phase != "place":
            return None
        own = [at for at, (seat, facts) in enumerate(steps) if _plays(facts, seat, self.seat)]
        if self.state.played < 2:
            return Mark("put", _("On your side a tile waits for you; on a pile it is nobody’s."))
        # Beside the piles something waits since then, and that was said in the turn after it.
        since = next((at for at, (_seat, facts) in enumerate(steps) if _puts(facts)), len(steps))
        was_said = self.state.round > 2 or any(at > since for at in own[1:])
        return None if was_said else self._mark_break()

    def _mark_break(self) -> Mark | None:
        choice = self.choice
        plays = [choice.on_centre(column) for column in range(5)] if choice else []
        if not choice or not any(any(choice.causes(play).released) for play in plays if play):
            return None
        words = {"name": self.scene.names[1 - self.seat]}
        text = _("An arrow says who gets a tile if you cover that pile: you, or %(name)s.") % words
        return Mark("break", text)

    def _mark_build(self) -> Mark | None:
        if self.state.machines[self.seat].laid:
            return None
        return Mark(
            "build",
            _("Where scissors are it would be cut off: only what pipes join to the Source scores."),
        )

    # -- words ----------------------------------------------------------------------------

    def _saying(self) -> Saying | None:
        """What to do now, or what the draft would do; None where the page itself has to speak."""
        match self.phase:
            case "choose":
                return Saying(
                    _("Choose one of these tiles."),
                    _("You play one in each turn: on your side of a pile, or on a pile."),
                    rule="turn",
                )
            case "place":
                assert self.picked is not None
                # Of one tile nobody chooses: say why it is in hand already.
                is_chosen = len(self.state.arrival) > 1
                title = (
                    _("Where shall it go: %(tile)s?")
                    if is_chosen
                    else _("The last tile of the round: %(tile)s.")
                )
                return Saying(
                    title % {"tile": NAMES[self.picked.code]},
                    self._where(),
                    art=art_of(self.picked),
                    rule="link",
                )
            case "swap":
                return Saying(
                    _("Swap your meca-botanist."),
                    _("Take the top tile of a pile, and the meca-botanist stays there."),
                    art=art_of(next(tile for tile in self.hand if tile.is_meca)),
                    rule="meca",
                )
            case "build":
                return self._to_build()
            case "ready":
                return self._drafted()
        return None

    def _where(self) -> str:
        """Where the tile in hand may go."""
        if any(isinstance(move, SidePlay) and move.tile is self.picked for move in self.legal):
            return _("Put it on your side of a pile that it is linked to, or on any pile.")
        return _("No free place of yours is linked to it: put it on any pile.")

    def _to_build(self) -> Saying:
        so_far = f"{self._released_so_far()} {self._hint()}".strip()
        causes = f"{self._to_opponent()} {self._withheld()}".strip()
        if self.picked is None:
            return Saying(_("Choose which tile to build first."), so_far, causes=causes)
        title = _("Build it: %(tile)s.") % {"tile": NAMES[self.picked.code]}
        return Saying(title, so_far, art=art_of(self.picked), rule="build", causes=causes)

    def _withheld(self) -> str:
        """Why no place at a pipe is offered, where the tile would close the last of them (5.3)."""
        if self.site is None:
            return ""
        leads = self.state.machines[self.seat].leads
        if any(build.cell in leads for ways in self.site.builds().values() for build in ways):
            return ""
        tile = self.site.tile
        builds = [Build(tile, cell, turn) for cell in leads for turn in range(4)]
        whys = {self.state.explain(self.seat, build).reason.code for build in builds}
        return _("At the pipe it would close the last open end.") if CLOSES in whys else ""

    def _hint(self) -> str:
        """What is to be seen on the sheet, for who has not built much yet."""
        if self.mark or len(self.state.machines[self.seat].laid) >= FAMILIAR:
            return ""
        return _("Strong places are joined to the Source, those with scissors are not.")

    def _reply(self) -> str:
        """What has to be done before the opponent's turn is over."""
        if not self.scene.can_act or self.state.turn_of == self.seat:
            return ""
        if self.phase == "swap":
            return _("Reply: swap your meca-botanist")
        return _("Reply: build your tile")

    def _released_so_far(self) -> str:
        """What came to the viewer; what came to the other is said beside it."""
        if not self.moves:
            return _("It was released to you, so you act before the turn is over.")
        own = self._released()[self.seat]
        return _("You receive %(tiles)s.") % {"tiles": listed(own)} if own else ""

    def _released(self) -> Sequence[Sequence[Tile]]:
        found = [fact for fact in self.facts if isinstance(fact, Released)]
        return [[fact.tile for fact in found if fact.seat == seat] for seat in (0, 1)]

    def _drafted(self) -> Saying:
        """The whole turn as it would be sent."""
        move = self.moves[-1]
        warning = leaving(self.facts, self.scene.names, self.seat)
        if isinstance(move, Build):
            title = _("Built: %(tile)s.") % {"tile": NAMES[move.tile.code]}
            art = art_of(move.tile, move.turn)
            said = f"{self._to_opponent()} {self._unjoined(move)}".strip()
            return Saying(title, "", warning, art, self._rule(warning), said)
        before = self._before(len(self.moves) - 1)
        preview = before.view_for(self.seat).preview(move)
        played = art_of(move.tile) if isinstance(move, SidePlay | CentrePlay) else None
        said = (
            _("It waits there until its link breaks.")
            if isinstance(move, SidePlay)
            else released_in_words(self._released(), self.scene.names, self.seat)
        )
        return Saying(title_of(move, preview), "", warning, played, self._rule(warning), said)

    def _unjoined(self, build: Build) -> str:
        """Why what was built scores nothing, if so: no loss, but no gain either."""
        laid = {tile.place: tile for tile in self.view.machine(self.seat)}
        if not laid[build.place].is_joined:
            return _("No pipe joins it to the Source yet, so it scores nothing.")
        barren = self.view.breakdown(self.seat).barren
        is_hungry = any(b.place == build.place and b.why == "other-colour" for b in barren)
        return _("It is hungry: its pipe leads into another colour.") if is_hungry else ""

    def _rule(self, warning: str) -> str:
        return "leaves" if warning else ""

    def _to_opponent(self) -> str:
        return self._receives(self._released()[1 - self.seat])

    def _undo(self) -> str:
        """The address one step back; empty where nothing is chosen."""
        if self.moves:
            move = self.moves[-1]
            tile = getattr(move, "tile", None)
            return self.scene.link(draft=self.drafted[:-1], pick=tile.code if tile else "")
        if self.scene.pick and self.picked and self.picked.code == self.scene.pick:
            return self.scene.link()
        return ""


def _plays(facts: Sequence[object], seat: Seat | None, who: Seat) -> bool:
    """Whether this was a turn of `who`, and no mere reply."""
    return seat == who and any(isinstance(fact, Played) for fact in facts)


def _puts(facts: Sequence[object]) -> bool:
    """Whether a tile was put on somebody's side."""
    return any(isinstance(fact, Played) and fact.covered is None for fact in facts)


def _is_alike(move: BotanikMove, played: SidePlay | CentrePlay | Swap) -> bool:
    """Whether a move does with the same tile what was done, at another place."""
    if isinstance(played, Swap):
        return isinstance(move, Swap)
    return isinstance(move, SidePlay | CentrePlay) and move.tile is played.tile


def _meca(view: BotanikView, seat: Seat) -> Tile:
    return next(tile for tile in view.position.held[seat] if tile.is_meca)


def _count(view: BotanikView) -> Unseen:
    unseen, (types, colours) = view.unseen(), _words(get_language())
    rows = [
        UnseenRow(
            colour,
            name,
            [unseen.table[colour][kind] for kind in TYPES],
            sum(unseen.table[colour].values()),
        )
        for colour, name in colours
    ]
    return Unseen(types, rows, unseen.total)


@cache
def _words(_language: str) -> tuple[Words, Words]:
    """The types and the colours, each with its letter and its name."""
    types = tuple((kind, str(TYPE_NAMES[kind])) for kind in TYPES)
    return types, tuple((colour, str(COLOUR_NAMES[colour])) for colour in COLOURS)
