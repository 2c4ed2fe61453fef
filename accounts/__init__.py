"""People: users and guests, their preferences and rights. Knows nothing of games."""
