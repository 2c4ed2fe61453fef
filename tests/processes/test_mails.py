"""Mails while their worker is killed in the middle of a run. `make soak` has the long form."""

import pytest

from tests.mail_run import MailRun
from tests.post_office import PostOffice, opened
from tests.real_services import Missing, wait_until
from tests.sites import separate_site

PEOPLE = 12


@pytest.fixture
def run(tmp_path):
    try:
        with (
            opened(PostOffice()) as office,
            separate_site(tmp_path, MAIL_PER_MINUTE="1000", **office.variables) as site,
        ):
            yield MailRun(site, office)
    except Missing as missing:
        pytest.skip(f"{missing} is not installed")


class TestKill:
    def test_it_loses_nothing_and_repeats_only_what_was_just_being_handed_over(self, run):
        run.office.pause = 0.3
        run.begin(PEOPLE)
        wait_until(lambda: len(run.office.mails) >= 3, what="a few mails", seconds=60)

        run.site.kill("mail")
        run.office.pause = 0
        interrupted = run.let_time_pass()
        for name in ("mail", "mail2"):
            run.start(name, like="mail")
        run.start("beat2", like="beat")
        run.wait_until_settled()

        run.assert_nothing_was_lost()
        assert len({mail["To"] for mail in run.office.mails}) == PEOPLE
        assert run.repeats() <= interrupted
