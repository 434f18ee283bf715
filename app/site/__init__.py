"""The first page, and the page of all components."""
