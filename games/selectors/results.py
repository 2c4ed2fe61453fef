"""How a game ended, in words: the one place that says who won, and what a team made of it."""

from collections.abc import Sequence
from typing import Any, Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import positions
from games.boards import board_of
from games.models import Game, Player

Ending = Game.Ending

PLACES: Final[dict[tuple[int, int], Any]] = {
    (1, 3): gettext_lazy("first of three"),
    (2, 3): gettext_lazy("second of three"),
    (3, 3): gettext_lazy("third of three"),
    (1, 4): gettext_lazy("first of four"),
    (2, 4): gettext_lazy("second of four"),
    (3, 4): gettext_lazy("third of four"),
    (4, 4): gettext_lazy("fourth of four"),
}

# For who left or lost by it, for who won by it, and for everybody else.
LEAVINGS: Final[dict[str, tuple[Any, Any, Any]]] = {
    Ending.RESIGNED: (
        gettext_lazy("You gave up: %(winner)s wins"),
        gettext_lazy("You win: %(loser)s gave up"),
        gettext_lazy("%(winner)s wins: %(loser)s gave up"),
    ),
    Ending.TIME: (
        gettext_lazy("Your time ran out: %(winner)s wins"),
        gettext_lazy("You win: the time of %(loser)s ran out"),
        gettext_lazy("%(winner)s wins: the time of %(loser)s ran out"),
    ),
    Ending.ADJUDICATED: (
        gettext_lazy("A moderator decided: %(winner)s wins"),
        gettext_lazy("A moderator decided: you win"),
        gettext_lazy("A moderator decided: %(winner)s wins"),
    ),
}


def is_team(game: Game) -> bool:
    """Whether all at the table win or lose together, also one alone."""
    return game.seats == 1 or positions.ruleset_of(game).cooperative


def names_of(players: Sequence[Player]) -> str:
    """Their names, as in a sentence."""
    return get_text_list([player.user.shown_name for player in players], _("and"))


def title_of(players: Sequence[Player]) -> str:
    """Their names, as what a game is called."""
    return " – ".join(player.user.shown_name for player in players)


def place(player: Player, players: Sequence[Player]) -> str:
    """Where somebody came among more than two, or stands if they are not all equal yet.

    Empty for two, and in a team.
    """
    if len(players) < 3 or is_team(player.game):
        return ""
    scores = [other.score for other in players]
    if player.placing is None and len(set(scores)) == 1:
        return ""
    ahead = sum(score > player.score for score in scores)
    return str(PLACES[player.placing or 1 + ahead, len(players)])


def verdict(game: Game, players: Sequence[Player], me: Player | None) -> str:
    """The result in a few words, for who looks: the heading of a table that is over."""
    if not game.counts:
        return _("Nobody won or lost")
    if is_team(game):
        return _of_team(game, players)
    first = [player for player in players if player.placing == 1]
    if len(players) == 2:
        return _of_two(players, first, me)
    if me is not None and me.placing != 1:
        return _("You came %(place)s") % {"place": place(me, players)}
    return _of_first(first, me)


def _of_team(game: Game, players: Sequence[Player]) -> str:
    score = players[0].score
    said = ngettext("%(score)d point", "%(score)d points", score) % {"score": score}
    words = grade(game)
    if words and not _is_scored(game):
        return words
    return _("%(result)s: %(grade)s") % {"result": said, "grade": words} if words else said


def _is_scored(game: Game) -> bool:
    """Whether points say how well it went: not in a training, which has a goal instead."""
    return not positions.ruleset_of(game).bests or positions.first(game).feat is not None


def grade(game: Game) -> str:
    """How good the result of a team is, in a word; empty where there is none."""
    return str(board_of(game.ruleset).GRADES.get(game.grade, ""))


def _of_two(players: Sequence[Player], first: Sequence[Player], me: Player | None) -> str:
    if len(first) == 2:
        scores = {"first": players[0].score, "second": players[1].score}
        return _("A draw, %(first)s to %(second)s") % scores
    (winner,) = first
    (loser,) = [player for player in players if player != winner]
    if winner.game.ending in LEAVINGS:
        return _of_leaving(winner, loser, me)
    scores = {"own": winner.score, "other": loser.score}
    if winner == me:
        return _("You win, %(own)s to %(other)s") % scores
    name = winner.user.shown_name
    return _("%(name)s wins, %(own)s to %(other)s") % {"name": name, **scores}


def _of_leaving(winner: Player, loser: Player, me: Player | None) -> str:
    """Where one of two gave up, let their time run out or was judged, points decide nothing."""
    mine, to_me, to_all = LEAVINGS[winner.game.ending]
    said = mine if loser == me else to_me if winner == me else to_all
    return str(said) % {"winner": winner.user.shown_name, "loser": loser.user.shown_name}


def outcome(me: Player, players: Sequence[Player]) -> str:
    """How a game of two went for one of them, in a word for a list."""
    if not me.game.counts:
        return str(me.game.get_ending_display())
    if me.placing != 1:
        return _("lost")
    return _("won") if any(player.placing != 1 for player in players) else _("drawn")


def _of_first(first: Sequence[Player], me: Player | None) -> str:
    if len(first) == 1:
        return _("You win") if first[0] == me else _("%(name)s wins") % {"name": names_of(first)}
    if me in first:
        return _("You share the first place")
    return _("%(names)s share the first place") % {"names": names_of(first)}


def news(game: Game, players: Sequence[Player], me: Player) -> str:
    """That a game is over and how, as a sentence to one of its players."""
    others = [player for player in players if player != me]
    words = {"name": names_of(others)}
    if not game.counts:
        return _of_nothing(game, others) % words
    if is_team(game):
        over = _("Your game with %(name)s is over.") if others else _("Your game is over.")
        return f"{over % words} {_of_team(game, players)}."
    return _to_player(players, me, words)


def _of_nothing(game: Game, others: Sequence[Player]) -> str:
    never_began = game.ending == Ending.NOT_STARTED
    if not others:
        return _("Your game was not started.") if never_began else _("Your game was called off.")
    if is_team(game) and never_began:
        return _("Your game with %(name)s was not started in time.")
    if is_team(game):
        return _("Your game with %(name)s was called off.")
    if never_began:
        return _("Your game against %(name)s was not started in time. Nobody wins or loses.")
    return _("Your game against %(name)s was called off. Nobody wins or loses.")


def _to_player(players: Sequence[Player], me: Player, words: dict[str, str]) -> str:
    first = [player for player in players if player.placing == 1]
    if first == [me]:
        return _("You have won your game against %(name)s.") % words
    if len(players) == 2 and me in first:
        return _("Your game against %(name)s ended in a draw.") % words
    if len(players) == 2:
        return _("%(name)s has won your game.") % words
    if me in first:
        return _("You share the first place in your game against %(name)s.") % words
    words = {**words, "place": place(me, players)}
    return _("You came %(place)s in your game against %(name)s.") % words
