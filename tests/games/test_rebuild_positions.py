"""`manage.py rebuild_positions`: what is stored is what the moves lead to."""

import io

import pytest
from django.core.management import CommandError, call_command

from games import positions
from games.models import Game, Move
from tests.factories import GameFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return GameFactory(users=[alice, bob], turns=5)


def run(*arguments):
    said = io.StringIO()
    call_command("rebuild_positions", *arguments, stdout=said)
    return said.getvalue()


class TestCommand:
    def test_it_finds_nothing_wrong_with_what_the_site_wrote(self, game):
        assert "1 games replayed, 0 positions differed" in run("--check")

    def test_it_reports_a_difference_and_changes_nothing_when_it_checks(self, game):
        Game.objects.update(position={})

        with pytest.raises(CommandError):
            run("--check")
        assert Game.objects.get().position == {}

    def test_it_mends_what_differs(self, game):
        right = game.position
        Game.objects.update(position={}, ply=1)

        assert str(game.pk) in run()

        mended = Game.objects.get()
        assert (mended.position, mended.ply) == (right, game.ply)
        assert positions.load(mended) == positions.rebuilt(mended)

    def test_it_names_a_game_that_cannot_be_replayed(self, game):
        Move.objects.filter(ply=3).update(notation="RI@9,9^0")

        with pytest.raises(CommandError, match="1 games cannot be replayed"):
            run()
