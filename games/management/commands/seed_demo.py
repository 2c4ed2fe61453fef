"""Fill an empty site with a few people, so that it can be looked at."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.models import User
from accounts.services import create_player

PLAYERS = ("nadia", "theo", "ingrid", "samuel")


class Command(BaseCommand):
    help = "Add demo players (they cannot log in). Adds only what is missing."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        known = set(User.objects.filter(username__in=PLAYERS).values_list("username", flat=True))
        for name in PLAYERS:
            if name not in known:
                create_player(username=name, password=None)
        self.stdout.write(f"Demo players: {len(PLAYERS) - len(known)} added, {len(known)} there.")
