"""Models in the browser: uploads, runs of the model compiler, and the pages of its stages."""
