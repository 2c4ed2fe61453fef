"""What who is looking has at a table besides their seat: a note, and lines that are new to them."""

from typing import Any, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Coalesce

from accounts.prepared import Prepared
from games.models import Note, Player
from games.selectors import talk
from games.selectors.tables import Table


class Belongings(NamedTuple):
    note: str = ""
    """What they wrote to themselves about the game; nobody else ever sees it."""
    unread: int = 0
    """How many lines of the players' talk they have not heard."""


def of(table: Table) -> Belongings:
    """One query, for every look at a table asks it; none for who only watches."""
    found = _belongings.first(player_id=table.me.pk) if table.me else None
    return Belongings(*found) if found else Belongings()


@Prepared
def _belongings(*, player_id: int) -> QuerySet[Player, Any]:
    note = Note.objects.filter(game=OuterRef("game"), user=OuterRef("user")).values("text")
    text = Coalesce(Subquery(note[:1]), Value(""), output_field=TextField())
    return Player.objects.filter(pk=player_id).values_list(text, talk.unread())
