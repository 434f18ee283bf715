"""Which numbers a network expects of its inputs: read from its nodes, and drawn."""
