"""What a browser needs, beside the record, to deal a game that is over once more."""

from typing import Any

from engine import CHANCE
from games import positions
from games.models import Place
from games.positions import Step
from games.selectors.tables import Table


def of(table: Table) -> dict[str, Any]:
    """The lists as they were shuffled, where everything was drawn from, and who wished for a seat.

    It says nothing about what was drawn: that is in the record, and is computed.
    """
    rows = table.game.moves.all()
    steps = [step for step in positions.steps(table.game, rows) if step.actor is CHANCE]
    return {
        "lists": [list(cards) for cards in positions.setup_of(table.game).decks()],
        "reveals": [_reveal(step) for step in steps],
        "places": _places(table),
    }


def _reveal(step: Step) -> dict[str, Any]:
    sources, put_back = step.before.sources(), step.before.put_back()
    return {"sources": [list(source) for source in sources], "put_back": list(put_back)}


def _places(table: Table) -> list[dict[str, Any]] | None:
    """By place at the offer who had it, and their seat unless the deck decided it.

    None for an old game, of which it is not known who decided.
    """
    names: dict[int | None, str]
    names = {player.user_id: player.user.record_name for player in table.players}
    places = list(Place.objects.filter(offer=table.game.pk))
    if {place.user_id for place in places} != names.keys():
        return None
    return [{"name": names[place.user_id], "seat": place.seat} for place in places]
