"""Who attacks, and what there is to be attacked, laid by real services in the attacked site.

An attack signs its own people out, deletes them and ends their games. So this runs beside the site
for as long as the attack does, and lays another cast for every line that it reads:

    python -m tests.attack.people

The first line that it prints says what the site is made of, each further one who is there now.
"""

import base64
import json
import secrets
import sys
import time
from functools import cache
from importlib import import_module

SESSIONS = 6
PLAYED_TURNS = 999


def main() -> None:
    import django

    django.setup()
    from tests.attack import anatomy

    print(json.dumps(anatomy.describe()), flush=True)
    _fill_lobby()
    for _ in sys.stdin:
        print(json.dumps(lay_cast()), flush=True)


def _fill_lobby() -> None:
    """More offers than one page of the lobby shows."""
    from games.selectors.offers import LOBBY_PAGE, MOST_OPEN_OFFERS
    from tests.factories import OfferFactory

    for _ in range(LOBBY_PAGE // MOST_OPEN_OFFERS + 1):
        owner = _person("gardener")
        OfferFactory.create_batch(MOST_OPEN_OFFERS, owner=owner)


def lay_cast() -> dict[str, object]:
    """New people with everything that somebody can have, and a key to all of it."""
    names = ("alice", "bob", "charlie", "warden", "keeper", "halfway", "newcomer")
    cast = {name: _person(name) for name in names}
    cast["guest"] = _guest()
    _appoint(cast["warden"], cast["keeper"])
    _secure(cast["alice"], cast["halfway"], cast["warden"], cast["keeper"])
    blanks = {
        "name": {name: person.username for name, person in cast.items()},
        "ruleset": {"game": "botanik", "bot": "pip", "alone": "gardeners"},
        "lesson": {"first": "link", "last": "meca"},
        "number": {"first": "1", "last": "2"},
        "ply": {"first": "1", "later": "7"},
        "room": {"players": "players", "spectators": "spectators"},
        **_ladder(cast),
        **_games(cast),
        **_archive(),
        **_belongings(cast),
        **_letters(cast),
        **_reports(cast),
        **_rulings(cast),
    }
    blanks["token"] |= blanks.pop("ruling_token")
    blanks["game_id"] |= _dailies(cast)
    blanks |= _rows_for_staff(cast, blanks)
    sessions = {name: _sessions(person) for name, person in cast.items() if name != "halfway"}
    sessions["halfway"] = _half_logins(cast["halfway"])
    return {"blanks": blanks, "sessions": {**sessions, "visitor": [""]}}


def _person(name: str):
    from accounts.models import User
    from tests.factories import UserFactory

    letters = "".join(secrets.choice("qwxz") for _ in range(10))
    user = UserFactory(username=f"{name}-{letters}", password=None)
    user.password = _password()  # hashed once: the site's own hasher is slow, as it should be
    User.objects.filter(pk=user.pk).update(password=user.password)
    user.emailaddress_set.create(email=user.email, verified=name != "newcomer", primary=True)
    return user


@cache
def _password() -> str:
    from django.contrib.auth.hashers import make_password

    from tests.factories import PASSWORD

    return make_password(PASSWORD)


def _guest():
    from accounts.models import User

    guest = User(username=f"guest-{secrets.token_hex(6)}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def _appoint(warden, keeper) -> None:
    warden.is_staff = keeper.is_staff = keeper.is_superuser = True
    warden.save()
    keeper.save()


def _secure(*people) -> None:
    """Second factors of every kind."""
    from allauth.mfa.models import Authenticator
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret

    for person in people:
        TOTP.activate(person, generate_totp_secret())
        RecoveryCodes.activate(person)
        data = {"name": "key", "credential": _passkey()}
        Authenticator.objects.create(user=person, type="webauthn", data=data)


@cache
def _passkey() -> dict[str, object]:
    """What a browser answers when a key is made: stored ones are read by the pages."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from fido2.cose import ES256
    from fido2.webauthn import (
        AttestationObject,
        AttestedCredentialData,
        AuthenticatorData,
        CollectedClientData,
        RegistrationResponse,
    )

    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    made = AttestedCredentialData.create(bytes(16), b"id of a key", key)
    flags = AuthenticatorData.FLAG.AT | AuthenticatorData.FLAG.UP
    data = AuthenticatorData.create(bytes(32), flags, counter=0, credential_data=made)
    client = CollectedClientData.create("webauthn.create", b"challenge", "http://localhost")
    response = {
        "clientDataJSON": client.b64,
        "attestationObject": _b64(AttestationObject.create("none", data, {})),
    }
    answer = {"id": _b64(b"id of a key"), "rawId": _b64(b"id of a key"), "type": "public-key"}
    answer |= {"response": response, "clientExtensionResults": {}}
    RegistrationResponse.from_dict(answer)  # refuses what no browser would send
    return answer


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _games(cast) -> dict[str, dict[str, str]]:
    """Games and offers in every state, alice and bob at each table."""
    from games.models import Offer, Rating
    from games.services import bots, endings, offers, standings
    from tests.factories import GameFactory, OfferFactory

    alice, bob, charlie = cast["alice"], cast["bob"], cast["charlie"]
    pair = [alice, bob]
    games = {
        "running": GameFactory(users=pair, turns=4),
        "waiting": GameFactory(users=pair, turns=3),
        "begun": GameFactory(users=pair),
        "private": GameFactory(users=pair, turns=2, is_private=True),
        "over": _played_out(),
        "resigned": GameFactory(users=pair, turns=2, is_rated=True),
        "asked": GameFactory(users=pair, turns=8),
        "bot": bots.challenge(slug="pip", user=alice),
        "guest": GameFactory(users=[cast["guest"], bob], turns=2),
    }
    endings.resign(game_id=games["resigned"].pk, user=bob)
    Rating.objects.filter(user__in=pair).update(sigma=3)  # sure enough to be listed
    standings.refresh()
    endings.ask_draw(game_id=games["asked"].pk, user=bob)
    found = {
        "open": OfferFactory(owner=bob),
        "rated": OfferFactory(owner=bob, is_rated=True),
        "mine": OfferFactory(owner=alice, note="A word."),
        "personal": OfferFactory(owner=bob, reach=Offer.Reach.PERSONAL, recipient=alice),
        "stranger's": OfferFactory(owner=alice, reach=Offer.Reach.PERSONAL, recipient=charlie),
        "link": OfferFactory(owner=bob, reach=Offer.Reach.LINK),
        "withdrawn": OfferFactory(owner=alice),
    }
    offers.withdraw(offer_id=found["withdrawn"].pk, user=alice)
    offers.rematch(game_id=games["resigned"].pk, user=bob)
    offers_and_games = {**found, "accepted": games["running"]}
    return {
        "game_id": {name: str(game.pk) for name, game in games.items()},
        "offer_id": {name: str(offer.pk) for name, offer in offers_and_games.items()},
        "check_id": {"any": str(found["link"].pk)},
        "line_id": _talk(alice, charlie, games["running"]),
    }


def _talk(alice, charlie, game) -> dict[str, str]:
    """Something is said in both rooms of a game."""
    from games.services import talk

    said = talk.say(game_id=game.pk, user=alice, room="players", text="Hello.")
    talk.say(game_id=game.pk, user=charlie, room="spectators", phrase="well")
    return {"said": str(said.pk)}


@cache
def _played_out():
    """One for all casts: to play it takes longer than all the rest."""
    from tests.factories import GameFactory

    return GameFactory(users=[_person("gardener"), _person("gardener")], turns=PLAYED_TURNS)


def _belongings(cast) -> dict[str, dict[str, str]]:
    """What alice has beside her games."""
    from datetime import timedelta

    from allauth.mfa.models import Authenticator
    from allauth.usersessions.models import UserSession
    from django.utils import timezone

    from accounts import blocks, sanctions
    from accounts.models import DataExport
    from games.models import Player, Signal
    from games.services import absences, notes
    from tests.factories import SanctionFactory

    alice, now = cast["alice"], timezone.now()
    begin = now + timedelta(days=30)
    absence = absences.book(user=alice, starts_at=begin, ends_at=begin + timedelta(days=2))
    export = DataExport.objects.create(user=alice, finished_at=now, archive=b"zip", size=3)
    table = Player.objects.filter(user=alice).first()
    notes.write(game_id=table.game_id, user=alice, text="Mind the stem.")
    blocks.block(owner=alice, blocked=cast["newcomer"])
    SanctionFactory(user=cast["newcomer"], kind=sanctions.Kind.NO_PLAY)
    session = UserSession.objects.create(
        user=alice, session_key=_session(alice), ip="192.0.2.1", user_agent="a laptop"
    )
    key = Authenticator.objects.get(user=alice, type="webauthn")
    numbers = {"count": 6, "lines": 40, "tables": 2}
    signal = Signal.objects.create(
        kind="held", person=alice, numbers=numbers, made_at=now, noted_at=now
    )
    return {
        "signal_id": {"standing": str(signal.pk)},
        "absence_id": {"booked": str(absence.pk)},
        "export_id": {"finished": str(export.pk)},
        "session_id": {"other": str(session.pk)},
        "pk": {"key": str(key.pk)},
    }


def _rulings(cast) -> dict[str, dict[str, str]]:
    """What a moderator did about alice, and that she objects to it."""
    from accounts.roles import Role
    from accounts.staffing import appoint_here
    from games import links
    from games.models import Line
    from games.services import appeals, rulings

    alice, warden = cast["alice"], cast["warden"]
    appoint_here(person=warden, role=Role.SENIOR)
    said = {"room": "players", "ply": 0, "text": "Rude.", "said_at": alice.date_joined}
    Line.objects.create(game=alice.plays.first().game, user=alice, **said)
    ruling = rulings.warn(judge=warden, person=alice, reason="Insults.")
    open_one = rulings.mute(judge=warden, person=alice, reason="Insults.")
    appeal = appeals.appeal(person=alice, ruling=ruling, text="It was a joke.")
    token = links.sign(links.APPEAL, user=alice, thing=str(open_one.pk))
    return {
        "ruling_id": {"warning": str(ruling.pk), "open": str(open_one.pk)},
        "appeal_id": {"waiting": str(appeal.pk)},
        "kind": {kind: str(kind) for kind in ("warn", "mute", "rename", "hide", "close")},
        "ruling_token": {"rulings/by-mail": token},
    }


def _ladder(cast) -> dict[str, dict[str, str]]:
    """Three of them stand on the ladder and challenge each other; a former season is over."""
    from datetime import UTC, date, datetime

    from games.models import Ladder, Season
    from tests.games.ladders import accept, challenge, stand

    alice, bob, charlie = (cast[name] for name in ("alice", "bob", "charlie"))
    stand(alice, bob, charlie)
    challenge(charlie, bob)
    accept(challenge(bob, alice))
    Season.objects.get_or_create(
        ladder=Ladder.objects.get(ruleset="botanik"),
        began=date(2020, 1, 1),
        defaults={"people": 0, "ended_at": datetime(2020, 4, 1, tzinfo=UTC)},
    )
    return {"year": {"former": "2020"}, "quarter": {"former": "1"}}


def _archive() -> dict[str, dict[str, str]]:
    """A month that is in the archive, and the game of a day of it."""
    from datetime import UTC, date, datetime

    from games.models import Archive, ArchivePart, Featured

    made_at = datetime(2020, 2, 1, tzinfo=UTC)
    archive, _is_new = Archive.objects.get_or_create(
        ruleset="botanik",
        month=date(2020, 1, 1),
        defaults={
            "edition": 1, "making": 1, "made_at": made_at, "games": 1, "parts": 1, "size": 3,
            "sha256": "0" * 64,
        },
    )  # fmt: skip
    end = {"games": 1, "last_ended_at": made_at, "last_id": _played_out().pk, "data": b"abc"}
    ArchivePart.objects.get_or_create(archive=archive, edition=1, number=0, defaults=end)
    Featured.objects.get_or_create(day=archive.month, defaults={"game": _played_out()})
    return {"month": {"former": "1"}}


def _letters(cast) -> dict[str, dict[str, str]]:
    """What stands in the mails that somebody was sent; the names are parts of the addresses."""
    from allauth.account.forms import default_token_generator
    from allauth.account.models import EmailConfirmationHMAC
    from allauth.account.utils import user_pk_to_url_str
    from django.core import signing

    from accounts import guests
    from games import links
    from games.models import Offer

    alice, newcomer = cast["alice"], cast["newcomer"]
    offer = Offer.objects.get(
        places__user=alice,
        places__state="invited",
        owner=cast["bob"],
        rematch_of=None,
        challenge=None,
    )
    accept = links.sign(links.ANSWER_OFFER, user=alice, thing=f"{links.ACCEPT}:{offer.pk}")
    stop = links.sign(links.STOP_MAIL, user=alice, thing="your-turn")
    begin = signing.dumps([cast["guest"].pk, "guest@botanik.example"], salt=guests.BEGIN_SALT)
    confirm = EmailConfirmationHMAC.create(newcomer.emailaddress_set.get()).key
    return {
        "token": {"by-mail": accept, "stop": stop, "begin": begin},
        "key": {"confirm-email": confirm, "reset": default_token_generator.make_token(alice)},
        "uidb36": {"reset": user_pk_to_url_str(alice)},
    }


def _reports(cast) -> dict[str, dict[str, str]]:
    """What was said at a table, and reported; the wardens can judge it."""
    from tests.factories import GameFactory
    from tests.games.moderating import report_line, report_person, say

    alice, bob, charlie = (cast[name] for name in ("alice", "bob", "charlie"))
    line = say(GameFactory(users=[alice, bob]), bob)
    reports = {"mine": report_line(alice, line), "other's": report_person(charlie, bob)}
    return {
        "line_id": {"said": str(line.pk)},
        "report_id": {name: str(report.pk) for name, report in reports.items()},
        "case_id": {name: str(report.case_id) for name, report in reports.items()},
    }


def _dailies(cast) -> dict[str, str]:
    """Games of today that only their players may see: one runs, one is over."""
    from tests.games.dailies import play_daily

    return {
        "daily": str(play_daily(cast["bob"], ends=False).pk),
        "daily_over": str(play_daily(cast["alice"]).pk),
    }


def _rows_for_staff(cast, blanks) -> dict[str, dict[str, str]]:
    from django.contrib.contenttypes.models import ContentType

    from accounts.models import Sanction, User
    from games.models import Archive, Challenge, Daily, Featured, Move, Result

    person = cast["alice"]
    return {
        "object_id": {
            "user": str(person.pk),
            "sanction": str(Sanction.objects.latest("pk").pk),
            "game": blanks["game_id"]["over"],
            "offer": blanks["offer_id"]["open"],
            "move": str(Move.objects.latest("pk").pk),
            "rung": str(person.rungs.get().pk),
            "challenge": str(Challenge.objects.latest("made_at").pk),
            "archive": str(Archive.objects.latest("pk").pk),
            "featured": str(Featured.objects.latest("pk").pk),
            "result": str(Result.objects.latest("ended_at").pk),
            "daily": str(Daily.objects.earliest("day").pk),
        },
        "content_type_id": {"user": str(ContentType.objects.get_for_model(User).pk)},
        "app_label": {"accounts": "accounts", "games": "games"},
        "url": {"nothing": "nothing/here"},
    }


def _sessions(person) -> list[str]:
    """Half of them as if the password had just been typed."""
    return [_session(person, typed=number % 2 == 0) for number in range(SESSIONS)]


def _session(person, *, typed: bool = True) -> str:
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(person.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    if typed:
        store.update(_in_the_middle(person))
    store.create()
    return str(store.session_key)


def _in_the_middle(person) -> dict[str, object]:
    """What a session knows of somebody who typed their password, and began a few things."""
    from allauth.account.forms import default_token_generator
    from allauth.mfa.webauthn.internal.auth import STATE_SESSION_KEY

    in_a_while = time.time() + 60 * 60
    typed = {"method": "password", "at": in_a_while, "reauthenticated": True}
    return {
        "account_authentication_methods": [typed],
        "account_authentication_methods_user": str(person.pk),
        "_password_reset_key": default_token_generator.make_token(person),
        STATE_SESSION_KEY: {"challenge": _b64(b"challenge"), "user_verification": "preferred"},
    }


def _half_logins(person) -> list[str]:
    """Sessions in which the password was right, and the second factor is waited for."""
    from django.conf import settings

    backend = import_module(settings.SESSION_ENGINE)
    begun = dict(backend.SessionStore(_half_a_login(person)).items())
    copies = [backend.SessionStore() for _ in range(SESSIONS)]
    for copy in copies:
        copy.update(begun)
        copy.create()
    return [str(copy.session_key) for copy in copies]


def _half_a_login(person) -> str:
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from tests.factories import PASSWORD

    client = Client(headers={"Host": "localhost", "X-Forwarded-For": _some_address()})
    form = {"login": person.username, "password": PASSWORD}
    answer = client.post(reverse("account_login"), form)
    assert answer.url == reverse("mfa_authenticate"), answer
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _some_address() -> str:
    return f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.{secrets.randbelow(256)}"


if __name__ == "__main__":
    main()
