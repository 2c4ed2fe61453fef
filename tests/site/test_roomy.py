"""The outermost middleware, with a stack in one piece for all that a request calls."""

from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory

from botanik_site.roomy import RoomyStackMiddleware


def test_it_is_the_first_of_all():
    assert settings.MIDDLEWARE[0] == "botanik_site.roomy.RoomyStackMiddleware"


def test_it_passes_on_what_was_answered():
    response = HttpResponse()
    middleware = RoomyStackMiddleware(lambda request: response)

    assert middleware(RequestFactory().get("/")) is response
