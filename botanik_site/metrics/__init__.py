"""What is measured, for Prometheus at `/metrics`; see docs/operating.md for each name.

What happens is counted where it happens, in files that all processes of a machine share (`kept`).
What is so at a moment is looked up when somebody asks (`standing`).
"""
