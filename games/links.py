"""Signed links in mails: harmless things that somebody may do without logging in.

Whoever holds a link may do that one thing for that one person, and nothing else: what a link is for
is part of its signature. A link does not log anybody in.
"""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Conflict, Forbidden, NotFound


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a link is for, and how long it can be followed."""

    name: str
    lasts: timedelta

    @property
    def salt(self) -> str:
        return f"botanik.links.{self.name}"


ANSWER_OFFER = Purpose("answer-offer", timedelta(days=14))
APPEAL = Purpose("appeal", timedelta(days=90))
STOP_MAIL = Purpose("stop-mail", timedelta(days=90))


# What is done with an offer, and what stands for all that comes once a day.
ACCEPT, DECLINE = "accept", "decline"
DIGEST = "digest"


def sign(purpose: Purpose, *, user: User, thing: str) -> str:
    """The token of a link that does `thing` for `user`."""
    return signing.dumps([user.pk, thing], salt=purpose.salt)


def read(purpose: Purpose, token: str, *, viewer: User | AnonymousUser) -> tuple[User, str]:
    """Whom and what a token is for, or a Refusal: forged, too old, or somebody else's."""
    try:
        user_id, thing = signing.loads(token, salt=purpose.salt, max_age=purpose.lasts)
    except signing.SignatureExpired as error:
        raise Conflict(_("This link is too old. Log in, and do it there.")) from error
    except signing.BadSignature as error:
        message = _("This link is not a valid one. Perhaps a part of it was lost on the way.")
        raise NotFound(message) from error
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise NotFound(_("The account that this link was for is gone."))
    if viewer.is_authenticated and viewer.pk != user.pk:
        raise Forbidden(_("This link was sent to somebody else than who is logged in here."))
    return user, thing
