"""What would have to be known to decide a claim: claims made ready, and questions about them."""
