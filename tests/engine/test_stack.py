"""A stack in one piece: however deep it is, a call asks the system for no memory."""

import resource

import pytest

from engine.stack import in_one_piece

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


def test_it_asks_for_no_memory_at_any_depth():
    found = in_one_piece(lambda: [faults_at(depth) for depth in range(200)])

    assert max(found) < CALLS / 10


def test_it_is_still_needed():
    """Where this fails, CPython has mended it, and all of this can go."""
    assert max(faults_at(depth) for depth in range(600)) >= CALLS


def test_it_passes_on_what_is_given_and_what_comes_back():
    assert in_one_piece(sorted, [1, 3, 2], reverse=True) == [3, 2, 1]


def test_it_passes_on_what_went_wrong():
    with pytest.raises(LookupError):
        in_one_piece({}.__getitem__, "nothing here")
