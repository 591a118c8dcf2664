"""Running recipes: one claim, or a file of them."""
