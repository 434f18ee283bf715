"""Try to break a sentence: a bounded search for the smallest setting in which a claim fails."""
