"""Classes in the browser: who visits, what they do, and the pages they get."""
