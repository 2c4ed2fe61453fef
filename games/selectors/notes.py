"""What somebody wrote to themselves about a game."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.prepared import Prepared
from games.models import Note
from games.selectors.tables import Table


def of(table: Table) -> str:
    """The note of who is looking; nobody else ever sees it."""
    if table.me is None:
        return ""
    note = _note.first(game_id=table.game.pk, user_id=table.me.user_id)
    return note.text if note else ""


@Prepared
def _note(*, game_id: UUID, user_id: int) -> QuerySet[Note]:
    return Note.objects.filter(game=game_id, user=user_id)
