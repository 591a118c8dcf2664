"""Finding documents by queries: in the index, in a claim's knowledge store, on the web."""
