"""Plain text: sentences and tokens."""
