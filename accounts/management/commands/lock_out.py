"""Take an account back from whoever has stolen it, from the machine itself."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import selectors, staffing


class Command(BaseCommand):
    help = "End every session of somebody, and take role, password, apps and passkeys away."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name of somebody with an account")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        person = selectors.find_player(name)
        if person is None or person.is_guest or person.bot:
            raise CommandError(f"Nobody with an account is called {name}.")
        staffing.lock_out(person=person)
        self.stdout.write(
            f"{person.username} is signed out everywhere, and a player."
            f" They come back by the mail that resets a password, to {person.email}."
        )
