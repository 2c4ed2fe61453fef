"""Run every benchmark in turn."""

import importlib
import pkgutil

import bench

for module in sorted(found.name for found in pkgutil.iter_modules(bench.__path__)):
    if module != "__main__":
        print(f"\n## {module}\n")
        importlib.import_module(f"bench.{module}").main()
