"""The only place that starts a process: jail, limits, discovery, flags, cache."""
