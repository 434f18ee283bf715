"""Why a value is what it is: its dynamic slice, and a replay of the slice alone."""
