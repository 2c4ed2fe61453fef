"""Everybody who may come to a page for staff: strangers, players, and one of each role."""

from django.conf import settings
from django.test import Client

from tests.factories import UserFactory

WHO = ("visitor", "guest", "player", "moderator", "senior", "administrator")


def a_guest():
    guest = UserFactory()
    guest.is_guest = True
    guest.save()
    return guest


def logged_in(people):
    """The session of each; a visitor is nobody, and has none."""
    sessions = {}
    for who, person in people.items():
        if person is not None:
            client = Client()
            client.force_login(person)
            sessions[who] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return sessions


def browsers_of(sessions):
    """A fresh one for each, as they were logged in."""
    clients = {who: Client(raise_request_exception=False) for who in WHO}
    for who, session in sessions.items():
        clients[who].cookies[settings.SESSION_COOKIE_NAME] = session
    return clients
