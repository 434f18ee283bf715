"""The page of all components."""
