"""Whole systems by name: each recipe builds a pipeline over an index."""
