"""Wanting nothing to do with somebody: no offers, no chat, not paired."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.locks import lock_people
from accounts.models import Block, User
from accounts.refusals import Unprocessable


@transaction.atomic
def block(*, owner: User, blocked: User) -> None:
    """From now on these two do not meet. Doing it twice is doing it once.

    The owner's row is locked first, so that taking it back in the same instant comes before or
    after.
    """
    if owner == blocked:
        raise Unprocessable(_("You cannot block yourself."))
    lock_people(owner)
    Block.objects.get_or_create(owner=owner, blocked=blocked)


@transaction.atomic
def unblock(*, owner: User, blocked: User) -> None:
    lock_people(owner)
    Block.objects.filter(owner=owner, blocked=blocked).delete()


def has_blocked(owner: User, other: User) -> bool:
    """Whether `owner` has blocked `other`: to be told to `owner` alone."""
    return Block.objects.filter(owner=owner, blocked=other).exists()


def keep_apart(one: User, other: User) -> bool:
    """Whether either has blocked the other: they may not meet, and neither is told by whom."""
    either = Q(owner=one, blocked=other) | Q(owner=other, blocked=one)
    return Block.objects.filter(either).exists()


def blocked_by(owner: User) -> list[Block]:
    """Everybody whom `owner` has blocked, newest first."""
    return list(owner.blocks_made.select_related("blocked").order_by("-made_at", "-pk"))
