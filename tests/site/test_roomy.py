"""A stack in one piece: however deep a request is, a call asks the system for no memory."""

import resource

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import RequestFactory

from botanik_site.roomy import RoomyStackMiddleware

CALLS = 500


def small(a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0, k=0, m=0, n=0, o=0, p=0, q=0, r=0):
    """With a frame as large as most."""


def faults_at(depth):
    """How often the system had to give a page of memory for many small calls, so deep."""
    if depth:
        return faults_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(CALLS):
        small()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def through(answer):
    return RoomyStackMiddleware(answer)(RequestFactory().get("/"))


def test_it_is_the_first_of_all():
    assert settings.MIDDLEWARE[0] == "botanik_site.roomy.RoomyStackMiddleware"


def test_it_asks_for_no_memory_at_any_depth():
    found = []

    def answer(request):
        found.extend(faults_at(depth) for depth in range(200))
        return HttpResponse()

    through(answer)

    assert max(found) < CALLS / 10


def test_it_is_still_needed():
    """Where this fails, CPython has mended it, and all of this can go."""
    assert max(faults_at(depth) for depth in range(600)) >= CALLS


def test_it_passes_on_what_was_answered():
    response = HttpResponse()

    assert through(lambda request: response) is response


def test_it_passes_on_what_went_wrong():
    def answer(request):
        raise LookupError("nothing here")

    with pytest.raises(LookupError, match="nothing here"):
        through(answer)
