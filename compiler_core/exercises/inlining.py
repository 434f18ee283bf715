"""An exercise as one file that holds its other files too, for whoever writes in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from compiler_core.exercises.exercise import Exercise

_ID_LINE = re.compile(r"^id:.*$", re.MULTILINE)


def inlined(exercise: Exercise, named: str = "") -> str:
    """Its text with every file under `files`. named: another id; the same if empty."""
    text = exercise.text.rstrip("\n") + "\n"
    if named:
        text = _ID_LINE.sub(f"id: {named}", text, count=1)
    if not exercise.files or re.search(r"^files:", text, re.MULTILINE):
        return text
    return f"{text}{files_block(exercise.files)}"


def files_block(files: Mapping[str, str]) -> str:
    """The key `files` with these texts, readable where YAML can hold them so."""
    return "files:\n" + "".join(f"  {name}: {_block(text)}" for name, text in files.items())


def _block(text: str) -> str:
    """A literal block; in quotes what a block cannot hold unchanged."""
    lines = text.split("\n")
    plain = all(line.isprintable() or line.replace("\t", " ").isprintable() for line in lines)
    if not plain or not text.strip() or not text.endswith("\n") or text.endswith("\n\n"):
        return json.dumps(text) + "\n"
    # The indentation is told where the first line does not show it.
    sign = "|2" if text[0] in " \t\n" else "|"
    return f"{sign}\n" + "".join(f"    {line}\n" if line else "\n" for line in lines[:-1])
