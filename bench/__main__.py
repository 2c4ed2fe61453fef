"""Run the benchmarks that print ratios, in turn. `strength` and `tuning` are for themselves."""

from bench import engine, pages

for module in (engine, pages):
    print(f"\n## {module.__name__.rpartition('.')[2]}\n")
    module.main()
