"""Files into records and back: one format, or one shared idea, per file; `sources.py` is the front door."""
