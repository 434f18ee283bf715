"""Pictures of the real pages."""
