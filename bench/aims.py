"""What was measured, next to what it ought to be."""

from collections.abc import Mapping


def report(found: Mapping[str, float], aims: Mapping[str, float]) -> bool:
    """Print each number with its aim; return whether all of them were reached."""
    width = max(map(len, aims))
    for name, aim in aims.items():
        verdict = "" if found[name] <= aim else "  missed"
        print(f"  {name:{width}} {found[name]:8.2f}  aim {aim:6.2f}{verdict}")
    missed = [name for name, aim in aims.items() if found[name] > aim]
    if missed:
        print(f"missed: {', '.join(missed)}")
    return not missed
