"""Benchmarks are run by hand: that they can still be loaded is seen here."""

import importlib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "bench"


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("[a-z]*.py")))
def test_it_is_loaded_with_all_that_it_names(name):
    assert importlib.import_module(f"bench.{name}").__doc__
