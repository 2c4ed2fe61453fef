"""HTTP in, HTML out: one module for each subject."""
