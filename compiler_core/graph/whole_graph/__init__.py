"""One picture of a whole graph at every stage: its nodes, their blocks, where each is drawn."""
