"""Hold what was revealed in every game against its deck, and every offer against its commitment."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import EngineError
from games.models import Daily, Game, Offer
from games.services import decks

AT_A_TIME = 500


class Command(BaseCommand):
    help = "Verify the deck of every game, also of those that run; exit with 1 if one is wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = games = reveals = 0
        for game in Game.objects.order_by("pk").iterator(chunk_size=AT_A_TIME):
            games += 1
            try:
                reveals += decks.hold_against(game)
            except EngineError as error:
                wrong += 1
                self.stdout.write(f"{game.pk}: {error}")
        for offer in Offer.objects.filter(status=Offer.Status.OPEN).iterator(AT_A_TIME):
            try:
                decks.hold_offer(offer)
            except EngineError as error:
                wrong += 1
                self.stdout.write(f"offer {offer.pk}: {error}")
        for daily in Daily.objects.iterator(AT_A_TIME):
            try:
                decks.hold_daily(daily)
            except EngineError as error:
                wrong += 1
                self.stdout.write(f"{daily}: {error}")
        self.stdout.write(f"{games} games held against their decks, {reveals} reveals agree.")
        if wrong:
            raise CommandError(f"{wrong} decks are not what was committed to.")
