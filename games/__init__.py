"""Playing, and everything that concerns both a person and their games."""
