"""Replay all rated games, and report each rating that they do not lead to."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from games.models import Rating
from games.services import ratings
from games.services.ratings import Difference


class Command(BaseCommand):
    help = "Replay all rated games in their order; report each rating that differs, or mend it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="mend what differs")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        differing = 0
        rated = Rating.objects.order_by("ruleset").values_list("ruleset", flat=True).distinct()
        for ruleset in rated:
            for difference in ratings.recompute(ruleset, write=write):
                differing += 1
                self.stdout.write(f"{ruleset}: {self.told(difference)}")
        self.stdout.write(f"{differing} ratings {'were mended' if write else 'differ'}.")
        if differing and not write:
            raise CommandError("Run it with --write to mend them.")

    def told(self, difference: Difference) -> str:
        name = User.objects.values_list("username", flat=True).get(pk=difference.user_id)
        stored, computed = difference.stored, difference.computed
        return (
            f"{name} has {stored.strength.points} (±{stored.strength.margin}) after"
            f" {stored.games} games, and the games lead to {computed.strength.points}"
            f" (±{computed.strength.margin}) after {computed.games}"
        )
