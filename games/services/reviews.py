"""Reviews: asked for once, made in the background turn by turn, one review at a time.

Each turn is a task of its own, which notes what it found and queues the next: a worker that dies
loses one turn, and no task runs long. Reviews have a line of their own, which bots that play and
clocks never stand in.
"""

from datetime import timedelta
from itertools import islice
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits
from accounts.limits import Limit
from accounts.locks import lock_people
from accounts.models import User
from accounts.refusals import Conflict, Forbidden, TooMany, Unprocessable
from engine import STRONGEST
from engine.review import METHOD, Judgement, Turn, can_review
from games import events, positions, tasks, thinking
from games.commits import after_commit
from games.models import Game, Review
from games.selectors import reviews as selectors
from games.selectors import tables
from games.selectors.tables import Table

Status = Review.Status

REVIEWER = STRONGEST
# How much more than at a table the bot looks at for a turn, and the most for a whole game.
PATIENCE = 4
GAME_NODES = 2_000_000
LEAST_TURNS = 4

A_DAY = timedelta(days=1)
MOST_A_DAY = 10
# Guests are quickly made, so what they ask for is counted for their address, too.
MOST_BY_A_GUEST = 2
BY_GUESTS = Limit("guests-reviews", most=6, seconds=24 * 60 * 60)

# One turn takes a second or two, and on a busy machine ten times that.
SILENT = timedelta(minutes=2)
MOST_TRIES = 3
# Who waits is told this often in all.
TOLD = 20


@transaction.atomic
def ask(*, game_id: UUID, user: User | AnonymousUser, address: str = "") -> Review:
    """Have a game reviewed; whoever asks second, or at the same time, gets the same review.

    One that failed can be asked for again, and goes on where it stopped.
    """
    table = tables.access(game_id, user)
    if not isinstance(user, User):
        raise Forbidden(_("To ask for a review, log in or play a game as a guest."))
    lock_people(user)
    table = tables.access(game_id, user, for_update=True)
    found = Review.objects.filter(game=table.game).first()
    if found is not None and not found.has_failed:
        return found
    turns = _turns_to_judge(table)
    _demand_room(user, address)
    review = _begin(found or Review(game=table.game), table.game, user, len(turns))
    after_commit(tasks.judge_turn.delay, review.pk, review.done)
    events.tell_review(game_id)
    return review


@transaction.atomic
def ask_for_site(*, game_id: UUID) -> Review | None:
    """Have a game reviewed in nobody's name; None where it has one, or there is nothing to review.

    Asked for by games/services/signals.py, one at a time.
    """
    table = tables.find(game_id, for_update=True)
    if table is None or refusal(table) or Review.objects.filter(game=table.game).exists():
        return None
    turns = list(selectors.turns_of(table))
    if len(turns) < LEAST_TURNS:
        return None
    review = _begin(Review(game=table.game), table.game, None, len(turns))
    after_commit(tasks.judge_turn.delay, review.pk, review.done)
    return review


def refusal(table: Table) -> str:
    """Why a game cannot be reviewed, as far as its row tells; nothing if it can."""
    if table.game.is_running:
        return _("A game is reviewed when it is over, not before.")
    if not can_review(positions.first(table.game)):
        return _("Nobody wins or loses here against others, so there is no chance to estimate.")
    return ""


def _turns_to_judge(table: Table) -> list[Turn]:
    """All turns of a game, under its lock; a Refusal where there is nothing to review."""
    if why := refusal(table):
        raise (Conflict if table.game.is_running else Unprocessable)(why)
    turns = list(selectors.turns_of(table))
    if len(turns) < LEAST_TURNS:
        raise Unprocessable(_("This game was too short for a review."))
    return turns


def _demand_room(user: User, address: str) -> None:
    """Refuse who has had enough for a day, under their lock."""
    most = MOST_BY_A_GUEST if user.is_guest else MOST_A_DAY
    since = timezone.now() - A_DAY
    if Review.objects.filter(asked_by=user, asked_at__gt=since).count() >= most:
        words = _("You have asked for %(number)d reviews within a day. Come back tomorrow.")
        raise TooMany(words % {"number": most})
    if user.is_guest and address:
        many = _("Guests have asked for many reviews from here today. Come back tomorrow.")
        limits.demand(BY_GUESTS, address=address, otherwise=many)


def _begin(review: Review, game: Game, user: User | None, total: int) -> Review:
    review.status, review.asked_by, review.asked_at = Status.WAITING, user, timezone.now()
    if not review.done:
        bot = REVIEWER.bot_for(game.ruleset)
        review.bot, review.method = bot.name, METHOD
        review.nodes = min(PATIENCE * bot.nodes, GAME_NODES // total)
        review.total = total
    review.save()
    return review


def go_on(*, review_id: int, done: int) -> None:
    """Judge one more turn for a review that has `done` of them. No lock is held meanwhile.

    Who comes late or second finds that it has more by now, or is not its turn, and does nothing.
    """
    review = _taken_up(review_id, done)
    if review is None:
        return
    table = tables.find(review.game_id)
    assert table is not None
    turn = next(islice(selectors.turns_of(table), done, None))
    seed = f"{review.game_id}/{turn.first}"
    _note(review, thinking.judge_turn(turn, nodes=review.nodes, seed=seed))


def _taken_up(review_id: int, done: int) -> Review | None:
    """A review that is being made, or begins to be if no other is."""
    mine = Review.objects.filter(pk=review_id, done=done)
    try:
        with transaction.atomic():
            mine.filter(status=Status.WAITING).update(
                status=Status.WORKING, noted_at=timezone.now(), tries=1
            )
    except IntegrityError:
        return None  # another is being made, and calls the next when it is done
    return mine.filter(status=Status.WORKING).first()


@transaction.atomic
def _note(review: Review, found: Judgement) -> None:
    """Keep what was found, unless somebody else has meanwhile; and go on."""
    now, done = timezone.now(), review.done + 1
    result = selectors.with_judgement(review.result, found)
    changes = {"done": done, "noted_at": now, "tries": 1, "result": result}
    is_done = done == review.total
    if is_done:
        changes["result"] = selectors.completed(result, seats=review.game.seats)
        changes |= {"status": Status.DONE, "finished_at": now}
    mine = Review.objects.filter(pk=review.pk, status=Status.WORKING, done=review.done)
    if not mine.update(**changes):
        return
    if is_done:
        after_commit(_call_next)
    else:
        after_commit(tasks.judge_turn.delay, review.pk, done)
    if TOLD * done // review.total > TOLD * review.done // review.total:
        events.tell_review(review.game_id)


def _call_next() -> None:
    """Begin with who has waited longest, if nobody is served."""
    if Review.objects.filter(status=Status.WORKING).exists():
        return
    waiting = Review.objects.filter(status=Status.WAITING).order_by("asked_at", "pk").first()
    if waiting is not None:
        tasks.judge_turn.delay(waiting.pk, waiting.done)


def tend() -> None:
    """Go on with what was silent for long, and give it up after three tries at one turn."""
    silent = Review.objects.filter(status=Status.WORKING, noted_at__lte=timezone.now() - SILENT)
    for review in silent:
        _try_again(review)
    _call_next()


@transaction.atomic
def _try_again(review: Review) -> None:
    now = timezone.now()
    mine = Review.objects.filter(
        pk=review.pk, status=Status.WORKING, done=review.done, noted_at=review.noted_at
    )
    if review.tries >= MOST_TRIES:
        if mine.update(status=Status.FAILED):
            events.tell_review(review.game_id)
    elif mine.update(tries=F("tries") + 1, noted_at=now):
        after_commit(tasks.judge_turn.delay, review.pk, review.done)
