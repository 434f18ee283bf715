"""How requests come in and answers go out: limits, turns, headers, errors, files."""
