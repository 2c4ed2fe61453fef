"""Bots at the table: they think about what their seat may see, and play like anybody else."""

import logging
from datetime import timedelta
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Conflict, Unprocessable
from engine import COMPANIONS, ROSTER, Opponent, Options, Ruleset, Seat, get_opponent, players_of
from games import measures, positions, thinking
from games.boards import games_here
from games.clocks import TimeControl
from games.models import Game, Offer, Player
from games.selectors import tables
from games.selectors.tables import Table
from games.services import offers, thoughts, turns

logger = logging.getLogger(__name__)

# Nobody hurries who plays a bot.
TIME = TimeControl("turn", days=14)
# A bot that has been silent for so long has lost its thought: the worker died, or the broker.
SILENT = timedelta(seconds=30)


def bot_user(slug: str) -> User:
    """The row under which a bot plays, made on first need. Raises a KeyError for no such bot."""
    opponent = get_opponent(slug)
    found = User.objects.filter(bot=slug).first()
    if found is not None:
        return found
    bot = User(username=opponent.name, bot=slug)
    bot.set_unusable_password()
    defaults = {"username": bot.username, "password": bot.password}
    return User.objects.get_or_create(bot=slug, defaults=defaults)[0]


def make_all() -> None:
    """Give every bot its row, so that each has a profile from the start."""
    for opponent in (*ROSTER, *COMPANIONS):
        bot_user(opponent.slug)


def challenge(*, slug: str, user: User, entropy: bytes | None = None, address: str = "") -> Game:
    """Begin a game with one bot at once: of several games, the first that it plays."""
    wish = wish_for(slug, ruleset=first_game_of(slug).slug)
    return begin(wish=wish, user=user, entropy=entropy, address=address)


def first_game_of(slug: str) -> Ruleset:
    """Of the games here the first that a bot plays, or else the first of all."""
    here = games_here()
    return next((game for game in here if get_opponent(slug) in players_of(game)), here[0])


def begin(
    *, wish: offers.Wish, user: User, entropy: bytes | None = None, address: str = ""
) -> Game:
    """Begin a game against bots at once, as `wish_for` says."""
    offer = offers.make(owner=user, wish=wish, entropy=entropy, address=address)
    return Game.objects.get(pk=offer.pk)


def wish_for(*bots: str, ruleset: str, options: Options | None = None) -> offers.Wish:
    """What is offered to bots: a table with a seat for each of them, and one for who asks."""
    if not bots:
        raise Unprocessable(_("Choose a bot to play."))
    return offers.Wish(
        ruleset=ruleset,
        seats=1 + len(bots),
        options=options or {},
        reach=Offer.Reach.PERSONAL,
        invited=[bot_user(bot) for bot in bots],
        time=TIME,
        absences_count=False,
    )


def fill_up(*, offer_id: UUID, user: User, slug: str) -> Game:
    """Let this bot and its neighbours in strength take the empty seats at one's own table."""
    bots = [bot_user(bot) for bot in beside(slug)]
    return offers.fill_up(offer_id=offer_id, user=user, bots=bots)


def beside(slug: str) -> list[str]:
    """A bot, and all others of its kind by how near they come to it in strength."""
    bot = get_opponent(slug)

    def distance(one: Opponent) -> tuple[bool, int, int]:
        return one is not bot, abs(one.level - bot.level), one.level

    return [one.slug for one in sorted(COMPANIONS if bot in COMPANIONS else ROSTER, key=distance)]


def play_turn(*, game_id: UUID, ply: int, seat: Seat) -> None:
    """Let the bot at `seat` think, to which the word came at `ply`, and play.

    No lock is held while it thinks. A thought for a word that is gone is dropped, before it is
    thought or after. Where others act at the same time they may take what the bot has chosen:
    then it thinks again.
    """
    thought_at = -1
    while (table := _waits_for(game_id, seat, ply)) is not None:
        try:
            _think_and_play(table.game, table.players[seat])
        except Unprocessable as refusal:
            if table.game.ply == thought_at:
                bot = table.players[seat].user.bot
                logger.error("the bot %s was refused: %s", bot, type(refusal).__name__)
                raise
            thought_at = table.game.ply
        else:
            return


def _waits_for(game_id: UUID, seat: Seat, ply: int) -> Table | None:
    """The table at which the word came to `seat` at `ply`, if it still has it."""
    table = tables.find(game_id)
    return table if table is not None and table.players[seat].word_ply == ply else None


def _think_and_play(game: Game, player: Player) -> None:
    view = positions.load(game).view_for(player.seat)
    seed = f"{game.pk}/{game.ply}/{player.seat}"
    bot = player.user.bot
    with measures.THINKING_SECONDS.labels(bot).time():
        moves = thinking.choose_turn(bot=bot, ruleset=game.ruleset, view=view, seed=seed)
    try:
        turns.submit(game_id=game.pk, user=player.user, moves=moves, ply=game.ply)
    except Conflict:
        logger.info("game %s moved on while a bot was thinking", game.pk)


def wake_stalled() -> None:
    """Let the bots think that have the word and are silent. Doing it twice is harmless."""
    if thoughts.wanted().filter(word_since__lte=timezone.now() - SILENT).exists():
        thoughts.renew()
