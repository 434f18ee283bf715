"""The expectations of a check: names looked up, files put in place of their names, values read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from compiler_core.content_files import ContentError
from compiler_core.exercises.exercise import Check, ExerciseKind
from compiler_core.exercises.values import did_you_mean
from compiler_core.exercises.vocabulary import EXPECTED, Expected
from compiler_core.source import SourceFile
from compiler_core.typed_numbers import decimal_number

_NUMBERS = {"n", "sve_bits", "offset", "factor"}


def expected_named(location: str, kind: ExerciseKind, name: str) -> Expected:
    """The row of the vocabulary. Raises ContentError, with the nearest name."""
    rows = EXPECTED[kind]
    if name in rows:
        return rows[name]
    elsewhere = next((other for other, others in EXPECTED.items() if name in others), None)
    if elsewhere is not None:
        raise ContentError(
            f"{location}: the expectation `{name}` belongs to exercises of kind {elsewhere}; "
            f"this one is of kind {kind}."
        )
    raise ContentError(f"{location}: there is no expectation `{name}`.", did_you_mean(name, rows))


def read_argument(
    location: str, kind: ExerciseKind, name: str, value: Any, files: Mapping[str, str]
) -> Any:
    """What the vocabulary's reader makes of the value. Raises ContentError."""
    row = expected_named(location, kind, name)
    where = f"{location}: {name}"
    try:
        return row.read(where, _with_files(where, value, files))
    except (TypeError, ValueError, OverflowError, RecursionError, re.error) as error:
        raise ContentError(f"{where}: {value!r} cannot be read: {error}") from error


def described(location: str, kind: ExerciseKind, check: Check, files: Mapping[str, str]) -> str:
    """All that the check expects, in words. Raises ContentError where it cannot be read."""
    texts = [
        EXPECTED[kind][name].describe(read_argument(location, kind, name, value, files))
        for name, value in check.expectations
        if expected_named(location, kind, name)
    ]
    return f"Expected: {'; '.join(texts)}."


def _with_files(location: str, value: Any, files: Mapping[str, str]) -> Any:
    """Sources named inside an argument, replaced by what they hold, and lines by their numbers."""
    if not isinstance(value, dict):
        return value
    argument = {key: _with_files(location, part, files) for key, part in value.items()}
    for key in _NUMBERS & set(argument):
        # A variant's number came into a text.
        number = decimal_number(argument[key]) if isinstance(argument[key], str) else None
        if number is not None:
            argument[key] = int(number) if number == int(number) else number
    if "source" in argument:
        named = argument["source"]
        names = named if isinstance(named, list) else [named]
        if not 1 <= len(names) <= 2 or not all(isinstance(name, str) for name in names):
            raise ContentError(f"{location}: source must be the name of a file, or a list of two.")
        argument["source"] = tuple(source_named(location, name, files) for name in names)
    if isinstance(argument.get("line"), str):
        argument["line"] = _line(location, argument["line"], argument.get("source", ()))
    return argument


def source_named(location: str, name: object, files: Mapping[str, str]) -> SourceFile:
    """A file of the exercise as a source. Raises ContentError."""
    if isinstance(name, str) and name in files:
        return SourceFile(name, files[name])
    raise ContentError(f"{location}: there is no file {name!r}.", did_you_mean(str(name), files))


def _line(location: str, text: str, sources: tuple[SourceFile, ...]) -> int:
    lines = sources[0].text.split("\n") if sources else []
    numbers = [number for number, line in enumerate(lines, 1) if text in line]
    if len(numbers) == 1:
        return numbers[0]
    raise ContentError(
        f"{location}: the text {text!r} stands on {len(numbers)} lines of the named source.",
        "It must name one; of a student's source no line can be named.",
    )
