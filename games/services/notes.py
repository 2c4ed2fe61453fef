"""Writing to oneself about a game."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Unprocessable
from games.models import Note
from games.selectors import tables

LONGEST = 2000


@transaction.atomic
def write(*, game_id: UUID, user: User, text: str) -> None:
    """Keep a note about a game one plays; an empty one is none.

    The writer's row is locked first, so that of two tabs one comes after the other.
    """
    table = tables.access(game_id, user)
    player, text = table.player, text.strip()
    if len(text) > LONGEST:
        raise Unprocessable(_("A note has at most %(most)d letters.") % {"most": LONGEST})
    lock_people(user)
    notes = Note.objects.filter(game=table.game, user=player.user)
    if not text:
        notes.delete()
        return
    now = timezone.now()
    Note.objects.update_or_create(
        game=table.game, user=player.user, defaults={"text": text, "written_at": now}
    )
