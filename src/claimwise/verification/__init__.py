"""What a document says about a claim: verifiers, and the selectors and labellers that two-step ones are made of."""
