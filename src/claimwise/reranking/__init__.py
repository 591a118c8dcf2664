"""Documents that were found, put into a better order."""
