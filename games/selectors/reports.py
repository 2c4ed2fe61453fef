"""What can be reported and by whom, what is attached, and what a reporter may know of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import selectors as people
from accounts.models import User
from accounts.refusals import NotFound, Unprocessable
from games.models import Case, Game, Line, Offer, Report
from games.selectors import offers, tables, talk

Kind, Outcome = Case.Kind, Case.Outcome

AROUND: Final = 5
"""So many lines before a reported one, and after it, are attached."""
ABOUT_WORDS: Final = (Kind.ABUSE, Kind.SPAM)
# Of these several games are one matter: whom it concerns.
ABOUT_PLAY: Final = (Kind.STALLING, Kind.LOSING, Kind.ENGINE, Kind.ACCOUNTS)
ABOUT_PROFILES: Final = (Kind.NAME, Kind.SPAM, *ABOUT_PLAY)


@dataclass(frozen=True, slots=True)
class Guidance:
    """What a kind of report asks for, and what it does not."""

    asks: Any
    asks_not: Any


GUIDANCE: Final = {
    Kind.ABUSE: Guidance(
        gettext_lazy("Insults, threats, hatred, or somebody who does not leave you alone."),
        gettext_lazy("Not for who is merely curt, or of another opinion."),
    ),
    Kind.SPAM: Guidance(
        gettext_lazy("Advertising, lures to other sites, the same thing over and over."),
        gettext_lazy("Not for who offers many games."),
    ),
    Kind.STALLING: Guidance(
        gettext_lazy(
            "Somebody lets the time run down, game after game, when they are losing. Tell us which"
            " games."
        ),
        gettext_lazy("Not for who uses the time that a game gives: that is what it is for."),
    ),
    Kind.LOSING: Guidance(
        gettext_lazy(
            "Somebody loses on purpose, to give rating away or to meet weaker opponents. Tell us"
            " which games, and what you saw there."
        ),
        gettext_lazy("Not for a bad game, nor for one that was given up early."),
    ),
    Kind.ACCOUNTS: Guidance(
        gettext_lazy(
            "One person plays under two names. Tell us the other name, and why you think so."
        ),
        gettext_lazy("Not for two people of one household."),
    ),
    Kind.ENGINE: Guidance(
        gettext_lazy(
            "Somebody lets a program choose their turns. Tell us which games, and which turns made"
            " you wonder."
        ),
        gettext_lazy("Not for who simply plays well, or quickly."),
    ),
    Kind.NAME: Guidance(
        gettext_lazy("A name or a profile that insults somebody, or pretends to be somebody."),
        gettext_lazy("Not for a name that you merely do not like."),
    ),
}

# What a reporter reads in the end. What was done to whom stays between them and the moderators.
ENDS: Final[dict[str, Any]] = {
    Outcome.ACTED: gettext_lazy("Thank you: you were right to tell us, and we have acted on it."),
    Outcome.NOTHING: gettext_lazy(
        "Thank you for telling us. We have looked at it, and found nothing against the rules."
    ),
    Outcome.UNCLEAR: gettext_lazy(
        "Thank you for telling us. We have looked at it, and could not find out for certain."
    ),
}
ANSWERS: Final[dict[str, dict[str, Any]]] = {
    Outcome.ACTED: {
        "spoken": gettext_lazy("We have spoken to them, and hope that it will not happen again."),
        "removed": gettext_lazy("What you reported is no longer to be seen."),
        "mended": gettext_lazy("The games in question were looked at, and put right."),
    },
    Outcome.NOTHING: {
        "allowed": gettext_lazy("It is not always pleasant, but everybody here may do that."),
        "honest": gettext_lazy("What happened there happens in honest games, too."),
        "block": gettext_lazy(
            "If you would rather not meet them again, you can block them on their page."
        ),
    },
    Outcome.UNCLEAR: {
        "watching": gettext_lazy("We keep it in mind, and look again if more comes to light."),
        "more": gettext_lazy(
            "There was too little to go by. If it happens again, tell us the game and the turn."
        ),
        "gone": gettext_lazy("What you reported was gone when we looked."),
    },
}
"""Ready answers by the outcome that they belong to; a case keeps the code."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that one person may see, and report: as what, and whom it may concern."""

    kinds: Sequence[Case.Kind]
    people: Sequence[User]
    line: Line | None = None
    game: Game | None = None
    ply: int | None = None
    offer: Offer | None = None

    def matter(self, kind: Case.Kind, person: User) -> str:
        """What the case is about: with the same key it is the same matter."""
        if self.line is not None:
            return f"{kind}:line:{self.line.pk}"
        if self.offer is not None:
            return f"{kind}:offer:{self.offer.pk.hex}"
        return f"{kind}:person:{person.pk}"


def about_person(name: str, reporter: User) -> Thing:
    person = people.find_player(name)
    if person is None or not person.has_profile:
        raise NotFound(_("Nobody here has this name."))
    return Thing(ABOUT_PROFILES, _others([person], reporter))


def about_line(line_id: int, reporter: User) -> Thing:
    """A line of a room that they may read, while it can be read."""
    audible = talk.audible_to(reporter.pk)
    found = Line.objects.filter(audible, pk=line_id, taken_back_at=None, hidden_at=None)
    line = found.select_related("user").first()
    if line is None or not talk.may_hear(line.game_id, Line.Room(line.room), reporter):
        raise NotFound(_("There is no such line, or it is not for you to read."))
    table = tables.access(line.game_id, reporter)
    return Thing(
        ABOUT_WORDS, _others([line.user], reporter), line=line, game=table.game, ply=line.ply
    )


def about_game(game_id: UUID, reporter: User, *, ply: int | None = None) -> Thing:
    """A game that they may see, and of it one position where they say which."""
    table = tables.access(game_id, reporter)
    players = [player.user for player in table.players]
    known = ply if ply is not None and 1 <= ply <= table.game.ply else None
    return Thing(ABOUT_PLAY, _others(players, reporter), game=table.game, ply=known)


def about_offer(offer_id: UUID, reporter: User) -> Thing:
    """What somebody wrote to an offer that is open, and open to who reports."""
    offer = offers.access(offer_id, reporter)
    is_open = offers.is_open(offer, timezone.now()) and offers.may_meet(offer, reporter)
    if not is_open or not offer.note:
        raise NotFound(_("There is no such offer, or nothing is written to it."))
    return Thing(ABOUT_WORDS, _others([offer.owner], reporter), offer=offer)


def _others(people: Sequence[User], reporter: User) -> list[User]:
    """Those of them who can be reported by somebody: people who are here, and not oneself."""
    others = [one for one in people if one != reporter and one.is_active and not one.bot]
    if not others:
        raise Unprocessable(_("Nobody can be reported here: not yourself, no bot, nobody gone."))
    return others


def context_of(thing: Thing, person: User) -> dict[str, Any]:
    """A copy of what is reported, and of what is around it; others by their keys alone.

    What is said of whom it concerns may name them: a case is deleted with its person.
    """
    if thing.line is not None:
        return {"lines": _lines_around(thing.line)}
    if thing.offer is not None:
        return {"note": thing.offer.note}
    if thing.game is not None:
        return {}
    told = ("username", "about", "pronouns", "languages", "country")
    return {"profile": {name: getattr(person, name) for name in told}}


def _lines_around(line: Line) -> list[dict[str, Any]]:
    room = Line.objects.filter(game=line.game_id, room=line.room)
    before = room.filter(pk__lt=line.pk).order_by("-pk")[:AROUND]
    after = room.filter(pk__gt=line.pk).order_by("pk")[:AROUND]
    return [_copied(one) for one in (*reversed(before), line, *after)]


def _copied(line: Line) -> dict[str, Any]:
    """What was taken back or hidden is not to be read, and not copied."""
    is_gone = line.taken_back_at is not None or line.hidden_at is not None
    return {
        "line": line.pk,
        "by": line.user_id,
        "ply": line.ply,
        "said_at": line.said_at.isoformat(),
        "text": "" if is_gone else line.text,
        "phrase": "" if is_gone else line.phrase,
    }


def own(report_id: int, reporter: User) -> Report:
    """A report of somebody's own, with its case and whom that concerns; else a NotFound."""
    found = Report.objects.filter(pk=report_id, reporter=reporter)
    report = found.select_related("case__person", "game").first()
    if report is None:
        raise NotFound(_("There is no such report of yours."))
    return report


def replay_of(game: Game, ply: int | None) -> str:
    """Where a game is to be seen at a ply; before its first move there is only the table."""
    if not game.ply:
        return reverse("games:table", args=[game.pk])
    if not ply:
        return reverse("games:replay", args=[game.pk])
    return reverse("games:replay_at", args=[game.pk, ply])


def answer_of(case: Case) -> str:
    """What a closed case tells its reporters beside how it ended; often nothing."""
    return str(ANSWERS.get(case.outcome, {}).get(case.answer, ""))
