"""Run every benchmark in turn."""

import importlib

BENCHMARKS = ("engine", "pages", "play")

for module in BENCHMARKS:
    print(f"\n## {module}\n")
    importlib.import_module(f"bench.{module}").main()
