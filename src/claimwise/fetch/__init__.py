"""Web pages, fetched safely: what may be asked for, how much may come back, what is kept."""
