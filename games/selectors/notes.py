"""What somebody wrote to themselves about a game."""

from games.models import Note
from games.selectors.tables import Table


def of(table: Table) -> str:
    """The note of who is looking; nobody else ever sees it."""
    if table.me is None:
        return ""
    note = Note.objects.filter(game=table.game, user_id=table.me.user_id).first()
    return note.text if note else ""
