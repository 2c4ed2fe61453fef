"""Rules and bots of the garden games: pure Python, no Django, no I/O, no clock, no dice."""
