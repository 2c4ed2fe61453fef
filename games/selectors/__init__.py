"""Everything that looks something up: one module for each subject."""
