"""From C text to the representation in memory form."""
