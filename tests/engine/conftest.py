"""Settings of the engine's tests: repeatable, and never about time."""

from hypothesis import settings

settings.register_profile(
    "engine", deadline=None, derandomize=True, database=None, max_examples=200
)
settings.load_profile("engine")
