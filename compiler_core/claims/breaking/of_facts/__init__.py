"""A sentence about a model, a chip or an atlas page, tried under other settings of its subject."""
