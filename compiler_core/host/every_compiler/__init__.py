"""One source on all installed compilers at once: what each makes of every loop, and who differs."""
