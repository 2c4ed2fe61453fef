"""Games that follow a worked record: their deck is laid so that the tiles come as written."""

from itertools import groupby
from pathlib import Path

from engine import CHANCE, read_record, replay
from games.models import Game
from games.models.secrets import DeckSecret
from games.selectors import tables
from games.services import offers, turns
from tests.factories import a_wish

RECORDS = Path(__file__).parent.parent / "engine" / "records"


def scripted_game(name, first, second, **wish):
    """A new game of these two, and the submissions that a worked record has for it."""
    return game_of_record((RECORDS / f"{name}.bgr").read_text(), first, second, **wish)


def game_of_record(text, first, second, **wish):
    """The same, for any record."""
    plies = list(replay(read_record(text)))
    drawn = [tile.code for ply in plies if ply.actor is CHANCE for tile in ply.move.tiles]
    wish = a_wish(seating={0: 0}, **wish)
    offer = offers.make(owner=first, wish=wish)
    game = offers.accept(offer_id=offer.pk, user=second)
    lay_deck(game, drawn)
    runs = groupby(enumerate(plies), key=lambda item: _run(plies, item[0]))
    script = [
        (run[0], [ply.move.notation for _at, ply in group])
        for run, group in runs
        if run[0] is not None
    ]
    return Game.objects.get(pk=game.pk), script


def lay_deck(game, drawn):
    """Begin once more, with another deck than the one that was drawn by lot."""
    DeckSecret.objects.filter(game_id=game.pk).update(decks=[drawn])
    game.moves.all().delete()
    game.ply = 0
    turns.begin(tables.Table(game, list(game.players.order_by("seat")), None), now=game.started_at)
    game.save()


def _run(plies, at):
    """Who moves, and after how many reveals: moves alike in both belong together."""
    reveals = sum(ply.actor is CHANCE for ply in plies[:at])
    actor = plies[at].actor
    return (None if actor is CHANCE else actor, reveals)


def play_script(game, script, users):
    """Play submissions through the one writer."""
    for seat, moves in script:
        game.refresh_from_db()
        turns.submit(game_id=game.pk, user=users[seat], moves=moves, ply=game.ply)
    game.refresh_from_db()


def interlude_game(alice, bob, time):
    """A game just before a turn in which the word goes over and comes back, and that turn."""
    game, script = scripted_game("word-comes-back", alice, bob, time=time)
    at = next(
        at
        for at in range(len(script) - 2)
        if script[at][0] == script[at + 2][0] != script[at + 1][0]
        and all("@" in move or "=" in move for move in script[at + 1][1] + script[at + 2][1])
    )
    play_script(game, script[:at], (alice, bob))
    return game, script[at : at + 3]
