"""Several calls in the same instant, each on a connection of its own."""

import threading

from django.db import connection

from accounts.refusals import Refusal


def at_once(*calls):
    """Call all of them at once; return what each returned, or the Refusal that it raised."""
    barrier, answers = threading.Barrier(len(calls)), [None] * len(calls)

    def run(at, call):
        barrier.wait()
        try:
            answers[at] = call()
        except Refusal as refusal:
            answers[at] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
