"""What is said of a game where a link to it is shown: words, and what stands under its pictures."""

from dataclasses import dataclass
from hashlib import sha256
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.refusals import NotFound
from games import positions
from games.boards.captions import Caption
from games.models import Player
from games.selectors import results, tables
from games.selectors.tables import Table

# Raised whenever pictures are drawn otherwise: those that are kept somewhere are then others.
EDITION = 1


@dataclass(frozen=True, slots=True)
class Share:
    """What programs show that turn a link to a game into a card."""

    title: str
    text: str
    path: str
    """The page that is meant, whatever else an address says; without the host, as the picture."""
    picture: str
    alt: str


def public(game_id: UUID) -> Table:
    """A game that everybody may see, as a visitor sees it; who asks does not matter."""
    table = tables.access(game_id, AnonymousUser())
    return Table(table.game, table.players, None)


def finished(game_id: UUID) -> Table:
    """A public game that is over, or a NotFound: of no other there are pictures."""
    table = public(game_id)
    if table.game.is_running:
        raise NotFound(_("There are pictures of games that are over."))
    return table


def share(table: Table) -> Share | None:
    """What is shown of a link to this game; nothing of a private one, to nobody."""
    game = table.game
    if game.is_private:
        return None
    names = results.title_of(table.players)
    if game.is_running:
        return Share(
            title=names,
            text=_text_of_running(table),
            path=reverse("games:table", args=[game.pk]),
            picture=reverse("games:card", args=[game.ruleset]),
            alt="",
        )
    verdict = results.verdict(game, table.players, None)
    return Share(
        title=f"{names}: {verdict}",
        text=_text(table, verdict),
        path=reverse("games:replay", args=[game.pk]),
        picture=f"{reverse('games:picture', args=[game.pk])}?lang={language()}",
        alt=_("How the game ended. %(points)s.") % {"points": _points(table.players)},
    )


def language() -> str:
    """The one of the moment; where none is chosen, as in a task, the site's own."""
    return get_language() or settings.LANGUAGE_CODE


def caption(table: Table) -> Caption:
    """What stands under the pictures of a game that is over, in the language of the moment."""
    players = table.players
    return Caption(
        game=positions.ruleset_of(table.game).name,
        names=[player.user.shown_name for player in players],
        winners=[player.seat for player in players if player.placing == 1],
        verdict=results.verdict(table.game, players, None),
    )


def digest(table: Table, written: Caption) -> str:
    """What tells a picture of a game from every other: it changes with all that it shows."""
    shown = [EDITION, table.game.pk, language(), table.game.ply, written]
    return sha256(repr(shown).encode()).hexdigest()[:32]


def _text(table: Table, verdict: str) -> str:
    game = table.game
    words = {
        "game": positions.ruleset_of(game).name,
        "verdict": verdict,
        "points": _points(table.players),
        "how": game.get_ending_display(),
        "date": date_format(game.ended_at, "DATE_FORMAT") if game.ended_at else "",
    }
    return _("A game of %(game)s, %(how)s on %(date)s. %(verdict)s. %(points)s.") % words


def _text_of_running(table: Table) -> str:
    words = {"game": positions.ruleset_of(table.game).name, "points": _points(table.players)}
    return _("A game of %(game)s that is being played. %(points)s.") % words


def _points(players: list[Player]) -> str:
    return ", ".join(
        ngettext("%(name)s: %(score)d point", "%(name)s: %(score)d points", player.score)
        % {"name": player.user.shown_name, "score": player.score}
        for player in players
    )
