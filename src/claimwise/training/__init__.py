"""Making the weights that claimwise ships."""
