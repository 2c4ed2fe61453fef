"""Replay every game, and mend each stored position that its moves do not lead to."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from engine import EngineError
from games import positions
from games.models import Game


class Command(BaseCommand):
    help = "Replay every game; report and mend each position that differs from its moves."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="report, and change nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        self.check_only, self.differing, self.broken = check, 0, 0
        ids = list(Game.objects.order_by("pk").values_list("pk", flat=True))
        for game_id in ids:
            self.rebuild(game_id)
        self.stdout.write(f"{len(ids)} games replayed, {self.differing} positions differed.")
        if self.broken:
            raise CommandError(f"{self.broken} games cannot be replayed.")
        if check and self.differing:
            raise CommandError("Run it without --check to mend them.")

    @transaction.atomic
    def rebuild(self, game_id: UUID) -> None:
        """One game, locked: it may be running."""
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        try:
            state = positions.rebuilt(game)
        except EngineError as error:
            self.broken += 1
            self.stdout.write(f"{game_id}: cannot be replayed: {error}")
            return
        ply = game.moves.count()
        if (game.position, game.ply) == (state.encode(), ply):
            return
        self.differing += 1
        self.stdout.write(f"{game_id}: the stored position differs from its {ply} moves")
        if not self.check_only:
            positions.store(game, state)
            game.ply = ply
            game.save(update_fields=["position", "ply"])
