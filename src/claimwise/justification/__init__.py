"""The reasons for a verdict, in words."""
