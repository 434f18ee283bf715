"""Models in the browser: the pages of the stages of their compilation."""
