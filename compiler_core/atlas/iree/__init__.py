"""IREE: a program or a network through its phases, its dispatches, its code, and a run."""
