"""Stages joined into one way from a claim to a verdict."""
