"""The index on disk: documents, full text, vectors and versions in one LanceDB table."""
