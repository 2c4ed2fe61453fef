"""Many people who are to be mailed by a site that runs, and what became of it."""

import json
from collections import Counter

from tests.post_office import PostOffice
from tests.real_services import wait_until
from tests.sites import Site, make_command

PEOPLE = """
from django.utils import timezone
from tests.factories import GameFactory, UserFactory
from games.models import Delivery, Notice
people = UserFactory.create_batch({people}, password=None)
for person in people:
    person.emailaddress_set.create(email=person.email, verified=True, primary=True)
"""
# Everybody has a game in which the word is theirs, and nothing else to hear of.
GAMES = """
for person in people:
    GameFactory(users=[person, UserFactory(email="", password=None)])
Notice.objects.exclude(event="your-turn").delete()
"""
# Everybody has ten things to hear of that are mailed one by one.
NEWS = """
from accounts.models import Preferences
from accounts.notices import Event
from games.services.notices import News, tell
for person in people:
    Preferences.objects.create(
        user=person, notices={{"absence": {{"page": True, "mail": "soon"}}}}
    )
tell(*[News(user=person, event=Event.ABSENCE, about=str(number), detail="begins")
       for person in people for number in range(10)])
"""
NOW = """
Delivery.objects.filter(channel="mail", status="waiting").update(due_at=timezone.now())
"""
STATUSES = """
import json
from games.models import Delivery
mails = Delivery.objects.filter(channel="mail", notice__user__email__gt="")
columns = ("notice__user__email", "notice__event", "status", "why", "message_id", "attempts")
print(json.dumps(list(mails.order_by("pk").values_list(*columns))))
"""
# As if as much time had passed as a claim lasts.
LET_TIME_PASS = """
from django.db.models import F
from games.models import Delivery
from games.services.deliveries import CLAIM_LASTS
claimed = Delivery.objects.filter(status="claimed")
print(claimed.values("message_id").distinct().count())
claimed.update(claimed_at=F("claimed_at") - CLAIM_LASTS)
"""


class MailRun:
    """Notices of many people, all due at once."""

    def __init__(self, site: Site, office: PostOffice) -> None:
        self.site, self.office = site, office

    def begin(self, people: int) -> None:
        """Let games wait for so many people."""
        self._run((PEOPLE + GAMES + NOW).format(people=people))

    def storm(self, mails: int) -> None:
        """Have so many mails to send that do not go together."""
        self._run((PEOPLE + NEWS + NOW).format(people=mails // 10))

    def deliveries(self) -> list[list[str]]:
        return json.loads(self._run(STATUSES).splitlines()[-1])

    def is_settled(self) -> bool:
        return not {"waiting", "claimed"} & {status for _, _, status, *_ in self.deliveries()}

    def wait_until_settled(self, seconds: float = 120) -> None:
        wait_until(self.is_settled, what="every mail to be settled", seconds=seconds)

    def let_time_pass(self) -> int:
        """Let every claim run out; return how many mails were just being handed over."""
        return int(self._run(LET_TIME_PASS).splitlines()[-1])

    def start(self, name: str, *, like: str) -> None:
        """Start one more of a kind of worker."""
        command = make_command(like)
        self.site.start(name, *[part.replace(f"{like}@", f"{name}@") for part in command])

    def assert_nothing_was_lost(self) -> None:
        """Everybody was mailed; who got a mail twice got the same one."""
        settled = self.deliveries()
        assert {status for _, _, status, *_ in settled} <= {"sent", "dropped"}
        wanted = {(address, number) for address, _, status, _, number, _ in settled
                  if status == "sent"}  # fmt: skip
        assert {(mail["To"], mail["Message-ID"]) for mail in self.office.mails} >= wanted
        assert {mail["Message-ID"] for mail in self.office.mails} == {n for _, n in wanted}

    def repeats(self) -> int:
        """How many mails came that had come before."""
        counts = Counter(mail["Message-ID"] for mail in self.office.mails)
        return counts.total() - len(counts)

    def _run(self, script: str) -> str:
        return self.site.run(script)
