"""Read by every Python program that a test starts: it may start what the test may."""

import importlib.util
from pathlib import Path

_specification = importlib.util.spec_from_file_location(
    "watched_programs", Path(__file__).parent.parent / "programs.py"
)
if _specification is not None and _specification.loader is not None:
    _programs = importlib.util.module_from_spec(_specification)
    _specification.loader.exec_module(_programs)
    _programs.watch()
