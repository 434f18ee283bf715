"""Pipelines of stages as jobs: what a stage leaves, what is told meanwhile, who runs it where."""
