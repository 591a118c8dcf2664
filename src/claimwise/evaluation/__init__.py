"""How good it is: scores computed from records alone."""
