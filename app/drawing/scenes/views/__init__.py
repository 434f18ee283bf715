"""Pictures as plain shapes, for templates."""
