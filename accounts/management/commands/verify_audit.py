"""Read the audit log from its beginning, and say whether its chain is whole."""

from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts import audit
from accounts.models import AuditEntry

MOST_SAID = 20


class Command(BaseCommand):
    help = "Verify that no entry of the audit log was changed, taken out or put in between."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = list(islice(audit.problems(), MOST_SAID))
        for problem in wrong:
            self.stderr.write(problem)
        if wrong:
            raise CommandError("The audit log is not as it was written.")
        last = AuditEntry.objects.order_by("-number").first()
        if last is None:
            self.stdout.write("The audit log is empty.")
        else:
            self.stdout.write(f"{last.number} entries, the last of them {last.digest}.")
