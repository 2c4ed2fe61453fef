"""To render all that the site says twice, with something in between that nobody may see.

Every address joins by itself; one that cannot is decided about in test_leaks.py.
"""

import random
import re
import secrets
from collections import Counter
from contextlib import contextmanager
from functools import lru_cache

from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from engine import CHANCE, EngineError
from games import positions
from games.models import Move
from games.models.secrets import DeckSecret

HTMX = {"HX-Request": "true"}

# Answers that differ from one request to the next by themselves, and show no game.
CHANGING = {
    "games:new_live_check": "leads to a fresh random address each time",
    "mfa_activate_totp": "shows a fresh secret",
    "mfa_login_webauthn": "sends a fresh challenge",
    "mfa_add_webauthn": "sends a fresh challenge",
    "account_logout": "would end the session in the middle of the test",
    "games:sign_out": "would end the session in the middle of the test",
}
# Pages that show several games at once.
LISTS = (
    "games:play", "games:lobby", "games:home", "games:profile", "games:notices", "games:bell",
    "games:ledger", "games:all_games", "games:ladder", "games:ladder_of", "games:season",
    "games:statistics", "games:leaders_of", "games:games", "games:games_of", "games:games_download",
    "games:bests_of", "games:daily_of",
)  # fmt: skip
# For staff; what they see of a game is rendered by a test of its own.
STAFF = "admin:"
# Addresses that need what no game gives; they show no game either.
ELSEWHERE = {
    "account_confirm_email", "account_reset_password_from_key", "games:end_absence",
    "games:data_export", "games:answer_by_mail", "games:stop_mail", "games:begin", "games:confirm",
    "accounts:end_session", "mfa_edit_webauthn", "mfa_remove_webauthn", "games:act",
    "games:dismiss_signal",
    "games:appeal", "games:ruling", "games:ruling_by_mail", "games:undo_ruling",
}  # fmt: skip


def routes(resolver=None, namespace="", prefix=()):
    """Every named route of the site, with the names of its blanks."""
    for entry in (resolver or get_resolver()).url_patterns:
        blanks = (*prefix, *entry.pattern.converters, *entry.pattern.regex.groupindex)
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from routes(entry, inner, blanks)
        elif isinstance(entry, URLPattern) and entry.name:
            yield f"{namespace}{entry.name}", tuple(dict.fromkeys(blanks))


ROUTES = dict(routes())


# -- what is asked -----------------------------------------------------------------------------


def requests_about(game, fillings):
    """Every address that names a game, and those that list games, as arguments of `answer`."""
    blanks = {**fillings, "game_id": game.pk, "ply": game.ply}
    for name, wanted in ROUTES.items():
        if name not in CHANGING and (_names_a_game(wanted) or name in LISTS):
            address = reverse(name, kwargs={blank: blanks[blank] for blank in wanted})
            yield "get", address, None, None
            yield "get", address, None, HTMX


def other_requests(fillings):
    """Every other address of the site."""
    for name, wanted in ROUTES.items():
        if name in CHANGING or name in ELSEWHERE or name in LISTS or name.startswith(STAFF):
            continue
        if _names_a_game(wanted):
            continue
        address = reverse(name, kwargs={blank: fillings[blank] for blank in wanted})
        yield "get", address, None, None


def _names_a_game(blanks):
    return bool({"game_id", "offer_id"} & set(blanks))


def drafts_about(game):
    """Every first step of a turn, and a few that are refused."""
    address, state = reverse("games:table", args=[game.pk]), positions.load(game)
    for seat in sorted(state.to_move):
        for move in state.legal_moves(seat):
            yield "get", address, {"ply": game.ply, "draft": move.notation}, HTMX
    refused = ("RI@0,1^0", ">RI.RI.RI", "hello", "", "M=1", "RI-1 RI-1")
    for moves in (*refused, *guesses_about(game)):
        yield "get", address, {"ply": game.ply, "draft": moves}, None
        yield "post", address, {"ply": game.ply + 5, "moves": moves}, HTMX
        yield "post", address, {"ply": game.ply, "moves": moves}, None


def guesses_about(game):
    """What chance has revealed, typed by somebody, as if it were to be found out like that."""
    return sorted(set(game.moves.filter(seat=None).values_list("notation", flat=True)))[:4]


def past_of(game):
    """The game as it was after each move, and guesses about what was revealed then."""
    address = reverse("games:table", args=[game.pk])
    for row in game.moves.all():
        yield "get", address, {"at": row.ply, "since": 1}, HTMX
        replay = reverse("games:replay_at", args=[game.pk, row.ply])
        for side in range(game.seats):
            yield "get", replay, {"side": side}, HTMX
        yield "get", reverse("games:embed_at", args=[game.pk, row.ply]), None, None
        if row.seat is None:
            yield "post", address, {"ply": row.ply - 1, "moves": row.notation}, HTMX


def staff_addresses(game):
    lists = [name for name in ROUTES if name.startswith(STAFF) and not ROUTES[name]]
    yield from (reverse(name) for name in lists if "log" not in name)
    for name in ("change", "history"):
        yield reverse(f"admin:games_game_{name}", args=[game.pk])
        yield reverse(f"admin:games_offer_{name}", args=[game.pk])
        for row in game.moves.filter(seat=None):
            yield reverse(f"admin:games_move_{name}", args=[row.pk])
    yield reverse("admin:games_move_changelist") + f"?q={game.pk}"


# -- what is answered --------------------------------------------------------------------------

MASKED = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": "[^"]*"')


def answer(client, method, address, data=None, headers=None):
    response = getattr(client, method)(address, data or {}, headers=headers or {})
    kept = {k: v for k, v in response.items() if k not in ("X-Request-ID", "Set-Cookie")}
    # What is sent in pieces has no content of its own.
    content = b"".join(response) if response.streaming else response.content
    return response.status_code, MASKED.sub(b"", content), kept


def everything(viewers, wanted):
    return {
        (viewer, *map(str, asked)): answer(client, *asked)
        for viewer, client in viewers.items()
        for asked in wanted
    }


def look_first(game, viewers):
    """A player's first look is noted, and changes what the second one shows."""
    looks = (reverse("games:table", args=[game.pk]), reverse("games:notices"))
    everything(viewers, [("get", address) for address in looks])


def differing(game, viewers, wanted, change):
    """What is said otherwise after a change that nobody may see."""
    look_first(game, viewers)
    before = everything(viewers, wanted)
    change(game)
    after = everything(viewers, wanted)
    assert not [asked for asked, said in before.items() if said[0] >= 500]
    return [asked for asked in before if before[asked] != after[asked]]


# -- what is changed in between ----------------------------------------------------------------


def permute(game):
    """Another deck with what was drawn in its place, and other bytes behind it."""
    lists = positions.setup_of(game).decks()
    drawn = [{} for _ in lists]
    for step in positions.steps(game, game.moves.all()):
        sources = step.before.sources() if step.actor is CHANCE else []
        things = re.sub(r"^>(\d:)?", "", step.row.notation).split(".")
        for thing, source in zip(things, sources, strict=False):
            if source.shuffle == 0:
                drawn[source.deck][source.at] = thing
    secret = DeckSecret.objects.get(game_id=game.deck_id)
    secret.decks = [_other_order(*one) for one in zip(secret.decks, lists, drawn, strict=True)]
    secret.seed = secrets.token_bytes(32)
    secret.entropy = {place: secrets.token_hex(16) for place in secret.entropy}
    secret.save()


def _other_order(former, cards, drawn):
    """The cards in another order than before, with those in their places that were drawn."""
    rest = list((Counter(cards) - Counter(drawn.values())).elements())
    while True:
        random.shuffle(rest)
        others = iter(rest)
        order = [drawn[at] if at in drawn else next(others) for at in range(len(cards))]
        if order != former or len(set(rest)) < 2:
            return order


def deal_anew(game, viewer, rng):
    """Deal what `viewer` (a seat, or None) could not see otherwise; all they saw stays as it was.

    Rows of reveals that were covered for them are rewritten, and the position. What others did
    since stays, so it is possible with what they were dealt now.
    """
    former = positions.load(game)
    others = {*range(former.seats)} - {viewer}
    for _ in range(20):
        _rewrite(game, _dealt_anew(game, viewer, rng))
        dealt = positions.load(game)
        # Best if everybody else sees it; somebody's hand may be inferred by the viewer.
        if all(dealt.view_for(other) != former.view_for(other) for other in others):
            break
    while positions.load(game) == former:
        _rewrite(game, _dealt_anew(game, viewer, rng))
    permute(game)


def can_be_dealt_anew(game, viewer):
    """Whether somebody has not inferred all that is hidden from them, as they may by chance."""
    former, dealing = positions.load(game), _Dealing(game, viewer, random.Random(1))
    found = (dealing.otherwise(dealing.texts, at) for at in dealing.covered)
    return any(texts and _replayed(game, texts) != former for texts in found)


def _dealt_anew(game, viewer, rng):
    """The texts of the moves, as often changed as there is something covered among them."""
    dealing = _Dealing(game, viewer, rng)
    texts = dealing.texts
    for at in rng.sample(dealing.covered, len(dealing.covered)):
        texts = dealing.otherwise(texts, at) or texts
    return texts


class _Dealing:
    """A game as somebody saw it, and others that would have looked the same to them."""

    def __init__(self, game, viewer, rng):
        self.game, self.viewer, self.rng = game, viewer, rng
        steps = list(positions.steps(game, game.moves.all()))
        self.texts = [step.row.notation for step in steps]
        self.seen = [(step.actor, step.after.view_for(viewer)) for step in steps]
        # The moves that they could not read, the last one first.
        self.covered = [
            at
            for at, step in reversed(list(enumerate(steps)))
            if step.before.written(step.actor, step.move, viewer) != step.row.notation
        ]

    def otherwise(self, texts, at):
        """The texts of a game that looks the same, whose first other move is at `at`, or None."""
        state = positions.first(self.game)
        for (actor, _), text in zip(self.seen, texts[:at], strict=False):
            state = _after(state, actor, text)
        rest = list(zip(self.seen, texts, strict=True))[at:]
        following = _Search(self.viewer, self.rng).otherwise(state, rest, is_first=True)
        return following and texts[:at] + following


class _Search:
    """For a game that looks the same to somebody: deep first, and given up before it takes long."""

    def __init__(self, viewer, rng):
        self.viewer, self.rng, self.steps_left = viewer, rng, 400

    def otherwise(self, state, played, *, is_first=False):
        """The texts of such a game, the first one another; None if none was found."""
        if not played:
            return []
        ((actor, seen), text), *rest = played
        for choice in self._choices(state, actor, text, is_other=is_first):
            after = self._after(state, actor, choice)
            if after is None or _view(after, self.viewer) != seen:
                continue
            following = self.otherwise(after, rest)
            if following is not None:
                return [choice, *following]
        return None

    def _after(self, state, actor, text):
        self.steps_left -= 1
        return _after(state, actor, text) if self.steps_left > 0 else None

    def _choices(self, state, actor, text, *, is_other):
        """The text, and what the viewer could not tell from it; or only others."""
        shown = _written(state, actor, text, self.viewer)
        if shown == text:
            return [text]
        imagined = {state.imagine(self.rng) for _ in range(12)} if state.to_move is CHANCE else ()
        alike = {m.notation for m in imagined if state.shown(CHANCE, m, self.viewer) == shown}
        others = self.rng.sample(sorted(alike - {text}), len(alike - {text}))
        return others if is_other else [text, *others]


# A search comes through the same positions again and again, and so does the next one.
_remembered = lru_cache(maxsize=20_000)


@_remembered
def _after(state, actor, text):
    """The position after it, or None where the rules do not allow it."""
    try:
        return state.replay(actor, state.read(text))
    except EngineError:
        return None


@_remembered
def _view(state, viewer):
    return state.view_for(viewer)


@_remembered
def _written(state, actor, text, viewer):
    return state.written(actor, state.read(text), viewer)


def _rewrite(game, texts):
    for row, text in zip(game.moves.all(), texts, strict=True):
        Move.objects.filter(pk=row.pk).update(notation=text)
    positions.store(game, _replayed(game, texts))
    game.save(update_fields=["position"])


def _replayed(game, texts):
    state = positions.first(game)
    for seat, text in zip(game.moves.values_list("seat", flat=True), texts, strict=True):
        state = _after(state, CHANCE if seat is None else seat, text)
    return state


@contextmanager
def taken_back():
    """What is done to the database here is undone."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
