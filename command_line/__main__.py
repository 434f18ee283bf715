"""`python -m command_line` is `lowlab`."""

from command_line.main import run

run()
