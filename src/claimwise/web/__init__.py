"""The web page and the HTTP API: one service over the pipeline, shown to people and to programs (extra `web`)."""
