"""Who insults, who was insulted, and a moderator, in the database of a running site."""

import json

from tests.sites import Site


def lay_reports(site: Site) -> dict[str, object]:
    """A game with talk, and the session cookies of three people who are new each time."""
    found = json.loads(
        site.run("from tests import laid_reports; laid_reports.lay()").split("\n")[-2]
    )
    found["cookies"] = {
        name: {"name": found["cookie"], "value": session, "url": site.url}
        for name, session in found["sessions"].items()
    }
    return found


def lay():
    """Lay it inside the site, and print what the other side has to know."""
    import secrets

    from django.conf import settings
    from django.test import Client

    from tests.factories import GameFactory, UserFactory
    from tests.games.moderating import appoint, say

    letters = "".join(secrets.choice("qwxz") for _ in range(8))
    people = {
        name: UserFactory(username=f"{name}-{letters}", password=None)
        for name in ("rosa", "nettle", "moira")
    }
    game = GameFactory(users=[people["rosa"], people["nettle"]], turns=3)
    say(game, people["rosa"], "Good morning!")
    line = say(game, people["nettle"], "You weed! <b>Go and wilt.</b>")
    appoint(people["moira"])
    sessions = {}
    for name, person in people.items():
        client = Client()
        client.force_login(person, backend=settings.AUTHENTICATION_BACKENDS[0])
        sessions[name] = client.cookies[settings.SESSION_COOKIE_NAME].value
    print(
        json.dumps(
            {
                "cookie": settings.SESSION_COOKIE_NAME,
                "sessions": sessions,
                "names": {name: person.username for name, person in people.items()},
                "game": str(game.pk),
                "line": line.pk,
            }
        )
    )
