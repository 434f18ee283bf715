"""What the templates of the stages of a model print."""
