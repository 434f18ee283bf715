"""A reader's loop as a block program of Triton, and what that leaves in memory beside C."""
