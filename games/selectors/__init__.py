"""Everything that looks something up, and decides who may see it: one module for each subject."""
