"""Give somebody a role, from the machine itself."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import roles, selectors, staffing
from accounts.roles import Role

NAMES = {role.name.lower(): role for role in Role}


class Command(BaseCommand):
    help = "Make somebody a moderator, or give them another role; `player` takes it away."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name of a player")
        parser.add_argument("--role", choices=NAMES, default="moderator")

    def handle(self, *args: Any, **options: Any) -> None:
        person = selectors.find_player(options["name"])
        if person is None or person.is_guest or person.bot:
            raise CommandError(f"Nobody with an account is called {options['name']}.")
        staffing.appoint_here(person=person, role=NAMES[options["role"]])
        self.stdout.write(f"{person.username} is a {options['role']} now.")
        if options["role"] != "player" and not roles.has_second_factor(person):
            self.stdout.write("Their pages open once they have set up a second factor.")
