"""Programs as linked: code across files, and code laid out by a profile."""
