"""The speed table, measured over HTTP against a server started for it."""
