"""Programs for Pythons other than ours: JSON in, JSON out; nothing here is imported by us."""
