"""Background work about games: fetch, call a service."""

from uuid import UUID

from celery import shared_task


@shared_task
def answer_live_check(check_id: str) -> None:
    """Answer a live check, from wherever the worker runs."""
    from games.services import live_checks  # noqa: PLC0415 - services queue tasks

    live_checks.answer(UUID(check_id))


@shared_task
def sweep_clocks() -> None:
    """End the games whose time is over. Safe to run late or twice."""
    from games.services import endings  # noqa: PLC0415

    endings.sweep()


@shared_task
def refresh_standings() -> None:
    """Write the leaderboards anew where something has changed. Safe to run late or twice."""
    from games.services import standings  # noqa: PLC0415

    standings.refresh()


@shared_task
def expire_offers() -> None:
    """Close the offers whose time is over. Safe to run late or twice."""
    from games.services import offers  # noqa: PLC0415

    offers.expire()


@shared_task
def tend_ladders() -> None:
    """End seasons, close challenges that nobody answered, see to the idle. Safe to run twice."""
    from games.services import challenges, ladder, seasons  # noqa: PLC0415

    seasons.turn_over()
    challenges.sweep()
    ladder.sweep_idle()


@shared_task
def check_ladders() -> None:
    """Report rungs that are not 1..n, and challenges that hang. Safe to run late or twice."""
    from games.services import ladder  # noqa: PLC0415

    ladder.inspect()


@shared_task
def gather_data(export_id: int) -> None:
    """Gather somebody's data. Safe to run late or twice."""
    from games.services import data_exports  # noqa: PLC0415 - services queue tasks

    data_exports.gather(export_id)


@shared_task
def tend_data_exports() -> None:
    """Remove old data exports, and begin again those that stopped. Safe to run late or twice."""
    from games.services import data_exports  # noqa: PLC0415 - services queue tasks

    data_exports.tend()


@shared_task
def make_film(film_id: int) -> None:
    """Draw the film of a game. Safe to run late or twice."""
    from games.services import films  # noqa: PLC0415 - services queue tasks

    films.make(film_id)


@shared_task
def tend_films() -> None:
    """Remove old films, and begin again those that stopped. Safe to run late or twice."""
    from games.services import films  # noqa: PLC0415 - services queue tasks

    films.tend()


@shared_task
def tend_archives() -> None:
    """Have the archives made that are due. Safe to run late or twice."""
    from games.services import archives  # noqa: PLC0415 - services queue tasks

    archives.tend()


@shared_task
def make_archive(archive_id: int) -> None:
    """Go on with an archive. Safe to run late or twice."""
    from games.services import archives  # noqa: PLC0415 - services queue tasks

    archives.make(archive_id)


@shared_task
def choose_featured() -> None:
    """Choose the game of the last day for the front page. Safe to run late or twice."""
    from games.services import featured  # noqa: PLC0415

    featured.choose()


@shared_task
def carry_out_farewells() -> None:
    """Forget those who asked for it a week ago. Safe to run late or twice."""
    from games.services import farewells  # noqa: PLC0415

    farewells.carry_out_farewells()


@shared_task
def remove_silent_guests() -> None:
    """Forget guests who have gone. Safe to run late or twice."""
    from games.services import farewells, sweeps  # noqa: PLC0415

    sweeps.remove_idle_guests()
    farewells.remove_silent_guests()


@shared_task
def deliver_mails() -> None:
    """Hand over the mails that are due. Safe to run late or twice."""
    from games.services import deliveries  # noqa: PLC0415

    deliveries.deliver()


@shared_task
def remind_players() -> None:
    """Tell what only the clock brings about. Safe to run late or twice."""
    from games.services import notices, reminders  # noqa: PLC0415

    reminders.remind()
    notices.tell_absences()


@shared_task
def forget_old_notices() -> None:
    """Let go of what was told long ago. Safe to run late or twice."""
    from games.services import notices  # noqa: PLC0415

    notices.forget()


@shared_task
def forget_cases() -> None:
    """Let go of cases that were closed a year ago. Safe to run late or twice."""
    from games.services import moderation  # noqa: PLC0415

    moderation.forget()


@shared_task
def tell_moderators() -> None:
    """Tell moderators that something grave waits. Safe to run late or twice."""
    from games.services import moderation  # noqa: PLC0415

    moderation.tell_moderators()


@shared_task
def play_bot_turn(game_id: str, ply: int, seat: int) -> None:
    """Think for the bot to which the word came at `ply`, and play. Safe to run late or twice."""
    from games.services import bots  # noqa: PLC0415

    bots.play_turn(game_id=UUID(game_id), ply=ply, seat=seat)


@shared_task
def judge_turn(review_id: int, done: int) -> None:
    """Judge one more turn for a review that has `done` of them. Safe to run late or twice."""
    from games.services import reviews  # noqa: PLC0415

    reviews.go_on(review_id=review_id, done=done)


@shared_task
def tend_reviews() -> None:
    """Go on with reviews that stopped in the middle. Safe to run late or twice."""
    from games.services import reviews  # noqa: PLC0415

    reviews.tend()


@shared_task
def wake_bots() -> None:
    """Queue once more the thoughts that were lost. Safe to run late or twice."""
    from games.services import bots  # noqa: PLC0415

    bots.wake_stalled()


@shared_task
def find_signals() -> None:
    """Compute what moderators should look at. Safe to run late or twice."""
    from games.services import signals  # noqa: PLC0415

    signals.refresh()


@shared_task
def review_for_signals() -> None:
    """Have one more rated game reviewed, if nobody waits. Safe to run late or twice."""
    from games.services import signals  # noqa: PLC0415

    signals.have_one_reviewed()


@shared_task
def count_months() -> None:
    """Count the months that are over, for everybody to read. Safe to run late or twice."""
    from games.services import decency  # noqa: PLC0415

    decency.count_months()


@shared_task
def tend_dailies() -> None:
    """Make the games of today and tomorrow, and show those of days that are over."""
    from games.services import dailies  # noqa: PLC0415

    dailies.tend()
