"""What an analysis process computes, by the subject that asks."""
