"""Locking people, so that what is written about them has one outcome."""

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Conflict, Forbidden


def lock_people(user: User, *others: User) -> User:
    """Lock who asks, and whom it concerns, until the transaction ends; always in the same order.

    Returned is who asks, as they are now. It is refused where one of them has left: what somebody
    sent before, or is sent now, must leave no trace of them behind. See accounts/farewell.py.
    """
    ids = [person.pk for person in (user, *others)]
    people = User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")
    here = {person.pk: person for person in people if person.is_active}
    if user.pk not in here:
        raise Forbidden(_("This account has been left for good."))
    if not here.keys() >= set(ids):
        raise Conflict(_("This player has left the site."))
    return here[user.pk]
