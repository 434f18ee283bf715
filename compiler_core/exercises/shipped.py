"""The exercises of `content/exercises`, and exercises in folders of anyone's who types commands.

A folder holds `exercise.yaml` and beside it the files that it names. What was read is kept for as
long as the folder's files stay as they are.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from compiler_core.content_files import CONTENT_FOLDER, ContentError
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.plain_yaml import MOST_BYTES
from compiler_core.exercises.reader import read_exercise
from compiler_core.source import MAXIMUM_SOURCE_BYTES

EXERCISES_FOLDER = CONTENT_FOLDER / "exercises"
EXERCISE_FILE = "exercise.yaml"


def shipped_exercises() -> tuple[Exercise, ...]:
    """All that ship, by folder name. Raises ContentError."""
    return exercises_at(EXERCISES_FOLDER)


def exercises_at(path: Path) -> tuple[Exercise, ...]:
    """Of one file, one folder, or all folders in a folder.

    Raises ContentError for a path without exercises, a fault in one, or an id used twice.
    """
    files = _files(path)
    if not files:
        raise ContentError(
            f"There are no exercises at {path}.", f"Give a folder with {EXERCISE_FILE}."
        )
    exercises = tuple(_read_at(file) for file in files)
    ids = [exercise.id for exercise in exercises]
    for name in ids:
        if ids.count(name) > 1:
            raise ContentError(f"The id {name!r} is used by two exercises.")
    return exercises


def _files(path: Path) -> tuple[Path, ...]:
    if path.is_file():
        return (path,)
    if (path / EXERCISE_FILE).is_file():
        return (path / EXERCISE_FILE,)
    return tuple(sorted(path.glob(f"*/{EXERCISE_FILE}")))


def _read_at(file: Path) -> Exercise:
    texts = _texts_beside(file)
    own = texts.pop(file.name)
    digest = hashlib.sha256(repr((own, sorted(texts.items()))).encode("utf-8", "replace"))
    try:
        return _kept(digest.digest(), own, tuple(sorted(texts.items())))
    except ContentError as error:
        raise ContentError(f"{file}: {error.message}", error.advice) from error


@lru_cache(maxsize=256)
def _kept(_digest: bytes, text: str, files: tuple[tuple[str, str], ...]) -> Exercise:
    return read_exercise(text, dict(files))


def _texts_beside(file: Path) -> dict[str, str]:
    """The exercise file's text and those of the plain files in its folder, if it is its own."""
    beside = [file]
    if file.name == EXERCISE_FILE:
        beside += [
            sibling
            for sibling in sorted(file.parent.iterdir())
            if sibling.is_file() and sibling.name != file.name
        ]
    return {path.name: _text(path) for path in beside}


def _text(file: Path) -> str:
    most = max(MOST_BYTES, MAXIMUM_SOURCE_BYTES)
    try:
        with file.open("rb") as stream:
            content = stream.read(most + 1)
        if len(content) > most:
            raise ContentError(f"{file} is larger than {most >> 10} KiB.")
        return content.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"{file} cannot be read: {' '.join(str(error).split())}") from error
