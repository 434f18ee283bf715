"""Two compilations side by side: aligned rows, measured differences, sentences."""
