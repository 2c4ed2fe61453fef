"""Run the benchmarks that print ratios, in turn. `strength` and `tuning` are for themselves."""

from bench import bots, crowd, engine, pages, play

for module in (engine, pages, play, bots, crowd):
    print(f"\n## {module.__name__.rpartition('.')[2]}\n")
    module.main()
