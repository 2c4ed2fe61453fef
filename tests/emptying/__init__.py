"""Tables are emptied between tests, also those that refuse it."""
