"""Wishes as they lie on the table: one's own to read, the others' from behind."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.games.gardeners.components import CARDS
from engine.games.gardeners.position import Wish
from games.boards.gardeners import words
from games.boards.gardeners.choices import Choices
from games.boards.gardeners.drawings import card_back, emblem
from games.boards.gardeners.fronts import front
from games.boards.gardeners.mates import Mate
from games.boards.gardeners.wishes import wish


@dataclass(frozen=True, slots=True)
class Front:
    """What a card wishes, in words and as a picture."""

    card: str
    family: str
    emblem: SafeString
    picture: SafeString
    words: str


@dataclass(frozen=True, slots=True)
class WishPicture:
    number: int
    mate: Mate
    """Who holds it."""
    family: str
    emblem: SafeString
    back: SafeString
    age: str
    front: Front | None
    """None where one sees its back alone."""
    whose: str
    """Who may read it, or once all may, whose it was."""
    is_mine: bool
    drop: str
    """Where it is discarded; empty where it cannot be."""
    lens: str
    """Where the garden is looked at through it; empty where it cannot be."""
    is_asked: bool
    """Whether the garden is looked at through it now."""
    holds: bool
    could_be: list[Front]


def front_of(card: str) -> Front:
    shown = CARDS[card]
    return Front(
        card,
        words.of_family(shown.family),
        emblem(shown.family),
        front(shown.predicate),
        wish(shown.predicate),
    )


def draw_wishes(choices: Choices, mates: Sequence[Mate]) -> list[WishPicture]:
    """All cards in play, the oldest first: it is validated next."""
    return [_draw(one, choices, mates) for one in choices.state.in_play]


def _draw(one: Wish, choices: Choices, mates: Sequence[Mate]) -> WishPicture:
    is_mine = one.holder == choices.scene.seat
    can_look = is_mine and not choices.state.missing and choices.scene.is_running
    is_asked = choices.looked_through == one
    pick = "" if is_asked else f"lens{one.number}"
    return WishPicture(
        number=one.number,
        mate=mates[one.holder],
        family=words.of_family(one.family),
        emblem=emblem(one.family),
        back=card_back(one.family),
        age=_age(one, choices.state.in_play),
        front=None if one.is_covered else front_of(one.card),
        whose=_whose(one, choices, mates),
        is_mine=is_mine,
        drop=choices.then(f"drop{one.number}") if choices.can_drop(one) else "",
        lens=choices.href(pick) if can_look and not choices.scene.is_past else "",
        is_asked=is_asked,
        holds=is_asked and choices.view.conform.get(one.number, False),
        could_be=_could_be(one, choices) if one.is_covered else [],
    )


def _whose(one: Wish, choices: Choices, mates: Sequence[Mate]) -> str:
    is_mine, name = one.holder == choices.scene.seat, mates[one.holder].name
    if choices.state.is_solo or not choices.scene.is_running:
        return _("yours") if is_mine else name
    if one.is_open:
        return _("yours, open to all") if is_mine else _("%(name)s, open to all") % {"name": name}
    return _("only you can read it") if is_mine else name


def _could_be(one: Wish, choices: Choices) -> list[Front]:
    """The fronts of its family that this viewer has not seen."""
    unseen = choices.view.unseen_cards
    return [front_of(card) for card in unseen if CARDS[card].family == one.family]


def _age(one: Wish, in_play: Sequence[Wish]) -> str:
    number = {"number": one.number}
    if len(in_play) > 1 and one == in_play[0]:
        return _("no. %(number)d, the oldest") % number
    if len(in_play) > 1 and one == in_play[-1]:
        return _("no. %(number)d, the newest") % number
    return _("no. %(number)d") % number
