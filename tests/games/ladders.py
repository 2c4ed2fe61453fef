"""People on a ladder, who challenge each other and play: all by the real services."""

from games.models import Challenge, Ladder, Player
from games.selectors import ladder as selectors
from games.services import challenges, endings, ladder, offers
from tests.factories import UserFactory, play_turns

GAME = "botanik"


def confirm(*people):
    """Give them a confirmed address, without which nobody stands on a ladder."""
    for person in people:
        person.emailaddress_set.create(email=person.email, verified=True, primary=True)


def stand(*people, ruleset=GAME):
    """Let them stand on the ladder, the first on top."""
    for person in people:
        if not person.emailaddress_set.filter(verified=True).exists():
            confirm(person)
        ladder.join(user=person, ruleset=ruleset)


def crowd(number):
    """So many strangers on the ladder, below whoever stands there."""
    people = UserFactory.create_batch(number)
    stand(*people)
    return people


def challenge(user, opponent):
    offer = challenges.challenge(user=user, ruleset=GAME, opponent=opponent)
    return Challenge.objects.get(pk=offer.pk)


def accept(one):
    return offers.accept(offer_id=one.pk, user=one.challenged)


def beat(winner, one):
    """Let a challenge be accepted and won by one of the two: the other gives up."""
    game = accept(one)
    loser = one.challenged if winner == one.challenger else one.challenger
    play_turns(game, 2)
    endings.resign(game_id=game.pk, user=loser)
    one.refresh_from_db()
    return one


def climb(user, opponent):
    """Challenge somebody, and win."""
    return beat(user, challenge(user, opponent))


def order(ruleset=GAME):
    """The names from the top to the foot; fails where the numbers are not 1..n."""
    rungs = list(
        Ladder.objects.get(ruleset=ruleset).rungs.order_by("number").select_related("user")
    )
    assert [rung.number for rung in rungs] == list(range(1, len(rungs) + 1))
    return [rung.user.username for rung in rungs]


def all_is_well():
    assert selectors.inconsistencies() == []


def is_playing(user):
    return Player.objects.filter(user=user, is_playing=True).exists()
