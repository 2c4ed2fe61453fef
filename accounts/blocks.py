"""Wanting nothing to do with somebody: no offers, no chat, not paired."""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.locks import lock_people
from accounts.models import Block, User
from accounts.prepared import Prepared
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
    return between(one, other).exists()


def between(one: Any, other: Any) -> QuerySet[Block]:
    """The blocks that keep two apart, whoever made them; each by a person, a key or a column."""
    either = Q(owner=one, blocked=other) | Q(owner=other, blocked=one)
    return Block.objects.filter(either)


def kept_from(user: User) -> frozenset[int]:
    """Everybody whom a block keeps apart from `user`, by either of them: nobody is told by whom."""
    return frozenset(one for pair in _pairs.all(user_id=user.pk) for one in pair) - {user.pk}


@Prepared
def _pairs(*, user_id: int) -> QuerySet[Block, tuple[int, int]]:
    found = Block.objects.filter(Q(owner=user_id) | Q(blocked=user_id))
    return found.values_list("owner_id", "blocked_id")


def blocked_by(owner: User) -> list[Block]:
    """Everybody whom `owner` has blocked, newest first."""
    return list(owner.blocks_made.select_related("blocked").order_by("-made_at", "-pk"))
