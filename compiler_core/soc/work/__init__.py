"""What a model asks of a chip: read once in a process of its own, kept as plain records."""
