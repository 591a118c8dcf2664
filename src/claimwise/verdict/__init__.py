"""From the evidence of several documents to one verdict with a confidence."""
