"""Run the benchmarks that print ratios, in turn. `strength`, `tuning`, `companions` stand alone."""

import sys
import time

from bench import bots, crowd, engine, games, moderation, pages, play, replays, reviews, standings

taken, missed = {}, []
for module in (engine, pages, play, replays, standings, games, moderation, bots, reviews, crowd):
    name = module.__name__.rpartition(".")[2]
    print(f"\n## {name}\n", flush=True)
    begin = time.monotonic()
    if module.main() is False:
        missed.append(name)
    taken[name] = time.monotonic() - begin
print("\n## How long it took\n")
for name, seconds in taken.items():
    print(f"  {name:9} {seconds:6.0f} s")
if missed:
    sys.exit(f"aims were missed by: {', '.join(missed)}")
