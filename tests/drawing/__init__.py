"""Pictures as records."""
