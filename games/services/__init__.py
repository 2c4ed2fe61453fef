"""Everything that changes something: one module for each subject."""
