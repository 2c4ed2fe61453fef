"""Everything that looks people up."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import FormerName, Preferences, User
from accounts.notices import wishes
from accounts.prepared import Prepared
from accounts.usernames import skeleton

RENAME_EVERY = timedelta(days=90)


def newest_players(*, most: int) -> list[str]:
    """The names of those who came last, newest first."""
    people = User.objects.filter(is_active=True, is_guest=False).order_by("-date_joined", "-pk")
    return list(people.values_list("username", flat=True)[:most])


def find_player(name: str) -> User | None:
    """Whoever bears this name or one that looks like it, or bore it until lately."""
    return _bearer(name, is_active=True) or _former_bearer(name, leads=True)


def find_by_login(login: str) -> User | None:
    """Whom somebody means who logs in by a name or an address. No name has an @ in it.

    One query, whether or not there is such a person: how many there are must not tell.
    """
    if "@" in login:
        return find_by_address(login)
    return _bearer(login)


def _bearer(name: str, **known: bool) -> User | None:
    """Who has this very name, or else the one whose name looks like it."""
    alike = Q(username=name) | Q(skeleton=skeleton(name))
    found = User.objects.filter(alike, **known)
    return max(found, key=lambda person: person.username == name, default=None)


def find_by_address(email: str) -> User | None:
    """Whoever has confirmed this address, or else whoever claimed it first."""
    claims = EmailAddress.objects.filter(email=email.lower()).select_related("user")
    claim = claims.order_by("-verified", "pk").first()
    return claim.user if claim else None


def is_borne(name: str) -> bool:
    """Whether somebody has a name that looks like this one."""
    return User.objects.filter(skeleton=skeleton(name)).exists()


def is_kept_for_another(name: str, person: User | None = None) -> bool:
    """Whether this name still leads to somebody else who gave it up, or was taken from anybody."""
    if _former_bearer(name, leads=False) is not None:
        return True
    bearer = _former_bearer(name, leads=True)
    return bearer is not None and bearer != person


def next_rename(person: User) -> datetime | None:
    """From when on this person may change their name; None if they may now."""
    if person.renamed_at is None or person.renamed_at + RENAME_EVERY <= timezone.now():
        return None
    return person.renamed_at + RENAME_EVERY


def preferences_of(user: User) -> Preferences:
    """What somebody likes, with every event in the matrix; the defaults until they say."""
    return preferences_of_all([user])[user.pk]


def preferences_of_all(people: Sequence[User]) -> dict[int, Preferences]:
    """The same for several people at once, by their ids: one query."""
    if len(people) == 1:  # as after most turns
        found = _preferences.all(user_id=people[0].pk)
    else:
        found = list(Preferences.objects.filter(user__in=people))
    saved = {one.user_id: one for one in found}
    likings = {}
    for person in people:
        likings[person.pk] = saved.get(person.pk, Preferences())
        likings[person.pk].user = person
        likings[person.pk].notices = wishes(likings[person.pk].notices)
    return likings


@Prepared
def _preferences(*, user_id: int) -> QuerySet[Preferences]:
    return Preferences.objects.filter(user=user_id)


def confirmed_address(user: User) -> str:
    """Where somebody can be mailed; empty for who has confirmed no address."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True, primary=True)
    return confirmed.values_list("email", flat=True).first() or ""


def has_confirmed_address(user: User) -> bool:
    """Whether somebody has confirmed any address."""
    return bool(_confirmed.all(user_id=user.pk))


@Prepared
def _confirmed(*, user_id: int) -> QuerySet[EmailAddress]:
    confirmed: QuerySet[EmailAddress] = EmailAddress.objects.filter(user=user_id, verified=True)
    return confirmed[:1]


def board_wishes(user: User | None) -> Preferences:
    """How somebody likes a board. Asks the database only if `user` came without preferences."""
    return getattr(user, "preferences", None) or Preferences()


def running_sessions(user: User) -> list[UserSession]:
    """Where somebody is logged in, oldest first: two queries, however many there are."""
    seen = UserSession.objects.filter(user=user).order_by("created_at", "pk")
    stored = Session.objects.filter(
        session_key__in=seen.order_by().values("session_key"), expire_date__gt=timezone.now()
    )
    # One with another hash was ended from elsewhere; see User._get_session_auth_hash.
    wanted = user.get_session_auth_hash()
    running = {row.pk for row in stored if row.get_decoded().get(HASH_SESSION_KEY) == wanted}
    return [session for session in seen if session.session_key in running]


def _former_bearer(name: str, *, leads: bool) -> User | None:
    kept = FormerName.objects.filter(
        skeleton=skeleton(name), kept_until__gt=timezone.now(), leads=leads
    )
    latest = kept.select_related("user").order_by("-kept_until").first()
    return latest.user if latest and latest.user.is_active else None
