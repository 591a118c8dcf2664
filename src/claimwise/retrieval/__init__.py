"""Finding the documents that speak to a claim."""
