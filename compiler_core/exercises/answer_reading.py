"""Starters, and the answers of a proof: what a student begins with and what others handed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler_core.content_files import ContentError
from compiler_core.exercises.check_reading import source_named
from compiler_core.exercises.exercise import ExerciseKind, ProofAnswer
from compiler_core.exercises.values import list_of, mapping_of, text_of, whole_number_of

COMPILERS = ("gcc", "clang")
_MOST_ANSWERS = 16


def read_starter(
    kind: ExerciseKind,
    value: Any,
    given: Mapping[str, Any],
    allow: tuple[str, ...],
    files: Mapping[str, str],
) -> dict[str, Any]:
    """What the student begins with. Raises ContentError."""
    if kind == "loop":
        return _loop_starter(value, given, allow, files)
    if kind == "network":
        fields = mapping_of("starter", value, {"model", "settings"}, {"model"})
        settings = mapping_of("starter: settings", fields.get("settings", {}), None, set())
        return {"model": text_of("starter: model", fields["model"], 80), "settings": settings}
    if kind == "decode":
        known = {"config", "soc", "type", "context", "batch"}
        return dict(mapping_of("starter", value, known, {"config", "soc", "type"}))
    return {}


def _loop_starter(
    value: Any, given: Mapping[str, Any], allow: tuple[str, ...], files: Mapping[str, str]
) -> dict[str, Any]:
    fields = {"source": value} if isinstance(value, str) else value
    known = mapping_of("starter", fields, {"source", "flags", "compiler"}, {"source"})
    compilers = compilers_of(given)
    usual = {"flags": given.get("flags", "-O3"), "compiler": compilers[0]}
    changed = {name: usual[name] for name in ("flags", "compiler") if name in allow}
    source = source_named("starter", known["source"], files)
    return {**changed, **known, "source": source.text}


def compilers_of(given: Mapping[str, Any]) -> tuple[str, ...]:
    """The compilers of a loop exercise: one, or all that an answer must satisfy.

    Raises ContentError.
    """
    named = given.get("compiler", "gcc")
    names = named if isinstance(named, list) else [named]
    if not names or any(name not in COMPILERS for name in names):
        raise ContentError(f"given: compiler: found {named!r}; there are gcc and clang.")
    return tuple(dict.fromkeys(names))


def read_answers(
    location: str, kind: ExerciseKind, allow: tuple[str, ...], value: Any, files: Mapping[str, str]
) -> tuple[ProofAnswer, ...]:
    """Rows of a proof: a file, settings, or either with its points. Raises ContentError."""
    if isinstance(value, dict):
        value = [{"answer": name, "points": points} for name, points in value.items()]
        return tuple(
            _answer(f"{location}[{number}]", kind, allow, row["answer"], row["points"], files)
            for number, row in enumerate(list_of(location, value, 0, _MOST_ANSWERS))
        )
    return tuple(
        _row(f"{location}[{number}]", kind, allow, row, files)
        for number, row in enumerate(list_of(location, value, 0, _MOST_ANSWERS))
    )


def _row(
    location: str, kind: ExerciseKind, allow: tuple[str, ...], row: Any, files: Mapping[str, str]
) -> ProofAnswer:
    if not isinstance(row, dict):
        return _answer(location, kind, allow, row, None, files)
    points = row.get("points")
    settings = row.get("settings")
    own = {key: value for key, value in row.items() if key not in ("points", "settings")}
    if settings is not None and own:
        raise ContentError(f"{location}: give settings or the keys themselves, not both.")
    return _answer(location, kind, allow, own if settings is None else settings, points, files)


def _answer(
    location: str,
    kind: ExerciseKind,
    allow: tuple[str, ...],
    value: Any,
    points: Any,
    files: Mapping[str, str],
) -> ProofAnswer:
    if isinstance(value, str) and kind in ("loop", "quiz"):
        value = {"source" if kind == "loop" else "answer": value}
    fields = dict(mapping_of(location, value, set(allow), set()))
    name = _name(fields)
    if "source" in fields:
        fields["source"] = source_named(location, fields["source"], files).text
    number = None if points is None else whole_number_of(f"{location}: points", points, 0, 1200)
    return ProofAnswer(name, fields, number)


def _name(fields: Mapping[str, Any]) -> str:
    """The file, then the settings: `local.c`, `precision int8, planner naive`."""
    words = [
        str(value) if key in ("source", "answer") else f"{key} {_words(value)}"
        for key, value in fields.items()
    ]
    return ", ".join(words) or "nothing changed"


def _words(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)
