"""A ladder for tests in a browser, laid in the database of a running site."""

import json

from tests.sites import Site

NAMES = ("rosa", "moss", "fern", "iris")


def lay_ladder(site: Site) -> dict[str, dict[str, str]]:
    """Stand four people on the ladder, rosa on top of moss, fern and iris; their session cookies.

    Where others stand already, they stand below them.
    """
    found = json.loads(
        site.run("from tests import laid_ladders; laid_ladders.lay()").split("\n")[-2]
    )
    return {
        name: {"name": found["cookie"], "value": session, "url": site.url}
        for name, session in found["sessions"].items()
    }


def lay():
    """Lay it inside the site, and print what the other side has to know."""
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from tests.factories import UserFactory
    from tests.games.ladders import stand

    sessions = {}
    for name in NAMES:
        person = User.objects.filter(username=f"{name}-climbs").first()
        person = person or UserFactory(username=f"{name}-climbs", password=None)
        stand(person)
        client = Client()
        client.force_login(person, backend=settings.AUTHENTICATION_BACKENDS[0])
        sessions[name] = client.cookies[settings.SESSION_COOKIE_NAME].value
    print(json.dumps({"cookie": settings.SESSION_COOKIE_NAME, "sessions": sessions}))
