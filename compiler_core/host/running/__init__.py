"""Run the user's function on generated inputs: drivers, experiments, counts and comparisons."""
