"""What is stored about playing."""
