"""An exercise file to an exercise: every key checked, every fault named with its place.

The file is YAML of plain values (`plain_yaml`). Files that it names lie beside it or stand in it
under `files`; nothing else is ever opened. Everything is read under every combination of the
variants' values, so that what can be read can be posed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, get_args

from compiler_core.content_files import ContentError
from compiler_core.exercises.answer_reading import read_answers, read_starter
from compiler_core.exercises.check_reading import expected_named
from compiler_core.exercises.exercise import (
    MOST_CHECKS,
    MOST_HINTS,
    Check,
    Exercise,
    ExerciseKind,
    ExerciseLimits,
    Hint,
    Prediction,
    Proof,
    VariantValue,
)
from compiler_core.exercises.plain_yaml import read_plain_yaml
from compiler_core.exercises.posing import all_values, pose, substitute
from compiler_core.exercises.values import (
    choice_of,
    did_you_mean,
    list_of,
    mapping_of,
    text_of,
    truth_of,
    whole_number_of,
)
from compiler_core.source import MAXIMUM_SOURCE_BYTES

KEYS = (
    "id", "title", "task", "kind", "starter", "given", "allow", "checks", "hints", "predict",
    "variants", "limits", "proof", "files", "suggestions", "measured_on",
)  # fmt: skip
ALLOWED: dict[ExerciseKind, tuple[str, ...]] = {
    "loop": ("source", "flags", "compiler", "bottleneck"),
    "network": (
        "precision", "passes", "extensions", "pinned", "planner", "remedies", "calibration", "core",
    ),
    "decode": ("soc", "type", "context", "batch", "config"),
    "quiz": ("answer",),
}  # fmt: skip
"""What an exercise of each kind may let a student change."""
MOST_COMBINATIONS = 64
_NEEDED = {"id", "title", "task", "kind", "checks"}
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FILE_NAME = re.compile(r"[a-z0-9_.-]{1,40}")
_VARIANT_NAME = re.compile(r"[a-z][a-z0-9_]{0,19}")
_GIVEN: dict[ExerciseKind, set[str]] = {
    "loop": {"compiler", "flags", "function"},
    "network": {"model", *ALLOWED["network"]},
    "decode": {"socs", "types", "configs", *ALLOWED["decode"]},
    "quiz": set(),
}
_MOST_FILES = 24
_MOST_POINTS = 100
_MOST_VARIANTS = 8
_MOST_VALUES = 12


def read_exercise(text: str, files: Mapping[str, str]) -> Exercise:
    """The exercise that the text describes. files: those beside it, by name.

    Raises ContentError, whose message begins with the place: `checks[2]: there is no…`.
    """
    data = mapping_of("", read_plain_yaml(text), set(KEYS), _NEEDED)
    every_file = _files(data.get("files", {}), files)
    kind: ExerciseKind = choice_of("kind", data["kind"], get_args(ExerciseKind))
    given = mapping_of("given", data.get("given", {}), _GIVEN[kind], set())
    allow = _allow(kind, data.get("allow", [ALLOWED[kind][0]]))
    variants = _variants(data.get("variants", {}))
    proof = mapping_of("proof", data.get("proof", {}), {"solved", "partial", "wrong"}, set())
    exercise = Exercise(
        digest=_digest(data, every_file),
        id=_identifier(data["id"]),
        title=text_of("title", data["title"], 120),
        task=text_of("task", data["task"], 4000),
        kind=kind,
        starter=read_starter(kind, data.get("starter"), given, allow, every_file),
        given=given,
        allow=allow,
        checks=_checks(kind, data["checks"]),
        hints=_hints(data.get("hints", [])),
        predict=_prediction(data["predict"]) if data.get("predict") is not None else None,
        variants=variants,
        limits=_limits(data.get("limits", {})),
        proof=Proof(
            **{
                name: read_answers(f"proof.{name}", kind, allow, rows, every_file)
                for name, rows in proof.items()
            }
        ),
        files=every_file,
        suggestions=truth_of("suggestions", data.get("suggestions", True)),
        measured_on=_measured_on(data.get("measured_on", {})),
        text=text,
    )
    _check_whole(exercise)
    return _with_words(exercise)


def _identifier(value: object) -> str:
    identifier = text_of("id", value, 60)
    if not _ID.fullmatch(identifier):
        raise ContentError(
            f"id: {identifier!r} must be of small letters and digits with hyphens between.",
            "For example `memory-sum-vectorises`.",
        )
    return identifier


def _files(inline: Any, beside: Mapping[str, str]) -> dict[str, str]:
    named = mapping_of("files", inline, None, set())
    files = dict(beside)
    for name, text in named.items():
        if files.get(name, text) != text:
            raise ContentError(
                f"files: {name} stands here and beside the exercise file, and they differ."
            )
        if not isinstance(text, str):
            raise ContentError(f"files: {name} must be text; begin it with `|`.")
        files[name] = text
    if len(files) > _MOST_FILES:
        raise ContentError(f"files: there are {len(files)}; there can be {_MOST_FILES}.")
    for name, text in files.items():
        if not _FILE_NAME.fullmatch(name) or name.startswith("."):
            raise ContentError(
                f"files: the name {name[:60]!r} must be 1 to 40 of a-z, 0-9, `_`, `.` and `-`, "
                "with no point first."
            )
        if len(text.encode("utf-8", "surrogatepass")) > MAXIMUM_SOURCE_BYTES or "\0" in text:
            raise ContentError(f"files: {name} must be text of at most 64 KiB.")
    return files


def _allow(kind: ExerciseKind, value: Any) -> tuple[str, ...]:
    rows = list_of("allow", value, 1, len(ALLOWED[kind]))
    for number, name in enumerate(rows):
        if name not in ALLOWED[kind]:
            raise ContentError(
                f"allow[{number}]: {name!r} is nothing that can be changed in a {kind} exercise.",
                did_you_mean(str(name), ALLOWED[kind]),
            )
    return tuple(dict.fromkeys(rows))


def _checks(kind: ExerciseKind, value: Any) -> tuple[Check, ...]:
    return tuple(
        _check(f"checks[{number}]", kind, row)
        for number, row in enumerate(list_of("checks", value, 1, MOST_CHECKS))
    )


def _check(location: str, kind: ExerciseKind, row: Any) -> Check:
    fields = mapping_of(location, row, {"gate", "points", "expect"}, {"points", "expect"})
    expected = mapping_of(f"{location}: expect", fields["expect"], None, set())
    if not expected:
        raise ContentError(f"{location}: nothing is expected.")
    for name in expected:
        expected_named(location, kind, name)
    first, *further = expected.items()
    return Check(
        gate=truth_of(f"{location}: gate", fields.get("gate", False)),
        points=whole_number_of(f"{location}: points", fields["points"], 0, _MOST_POINTS),
        kind=first[0],
        argument=first[1],
        text="",
        further=tuple(further),
    )


def _hints(value: Any) -> tuple[Hint, ...]:
    hints: list[Hint] = []
    for number, row in enumerate(list_of("hints", value, 0, MOST_HINTS)):
        location = f"hints[{number}]"
        if isinstance(row, str):
            hints.append(Hint(text_of(location, row, 1000)))
            continue
        fields = mapping_of(location, row, {"text", "cost"}, {"text"})
        cost = whole_number_of(f"{location}: cost", fields.get("cost", 0), 0, _MOST_POINTS)
        hints.append(Hint(text_of(f"{location}: text", fields["text"], 1000), cost))
    return tuple(hints)


def _prediction(value: Any) -> Prediction:
    known = {"question", "right", "wrong", "why_claim"}
    fields = mapping_of("predict", value, known, {"question", "right", "wrong"})
    right = text_of("predict: right", fields["right"], 300)
    wrong = tuple(
        text_of(f"predict: wrong[{number}]", row, 300)
        for number, row in enumerate(list_of("predict: wrong", fields["wrong"], 1, 6))
    )
    if len({right, *wrong}) != len(wrong) + 1:
        raise ContentError("predict: an answer stands twice.")
    return Prediction(
        question=text_of("predict: question", fields["question"], 500),
        right=right,
        wrong=wrong,
        why_claim=str(fields.get("why_claim", "")),
    )


def _variants(value: Any) -> dict[str, tuple[VariantValue, ...]]:
    fields = mapping_of("variants", value, None, set())
    if len(fields) > _MOST_VARIANTS:
        raise ContentError(f"variants: there can be {_MOST_VARIANTS}.")
    variants: dict[str, tuple[VariantValue, ...]] = {}
    combinations = 1
    for name, rows in fields.items():
        location = f"variants: {name[:40]}"
        if not _VARIANT_NAME.fullmatch(name):
            raise ContentError(f"{location} must be a short name of small letters.")
        values = list_of(location, rows, 1, _MOST_VALUES)
        for value in values:
            if type(value) is not int and not (
                isinstance(value, str) and value.isprintable() and 0 < len(value) <= 60
            ):
                raise ContentError(f"{location}: {value!r} must be a short text or a whole number.")
        if len(set(map(str, values))) != len(values):
            raise ContentError(f"{location}: a value stands twice.")
        variants[name] = tuple(values)
        combinations *= len(values)
    if combinations > MOST_COMBINATIONS:
        raise ContentError(
            f"variants: {combinations} combinations; each is proven, "
            f"so there can be {MOST_COMBINATIONS}."
        )
    return variants


def _limits(value: Any) -> ExerciseLimits:
    fields = mapping_of("limits", value, {"cpu_seconds", "source_bytes"}, set())
    default = ExerciseLimits()
    return ExerciseLimits(
        **{
            name: whole_number_of(f"limits: {name}", number, 1, getattr(default, name))
            for name, number in fields.items()
        }
    )


def _measured_on(value: Any) -> dict[str, str]:
    fields = mapping_of("measured_on", value, None, set())
    return {
        text_of("measured_on", name, 40): text_of(f"measured_on: {name[:40]}", str(version), 80)
        for name, version in islice(fields.items(), 20)
    }


def _digest(data: Mapping[str, Any], files: Mapping[str, str]) -> str:
    own = {key: value for key, value in data.items() if key not in ("files", "measured_on")}
    whole = json.dumps([own, dict(files)], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(whole.encode()).hexdigest()


def _check_whole(exercise: Exercise) -> None:
    """What concerns more than one key. Raises ContentError."""
    if not exercise.points:
        raise ContentError("checks: at least one must give points.")
    if exercise.predict is None and (
        exercise.kind == "quiz" or any(check.kind == "predicted" for check in exercise.checks)
    ):
        raise ContentError("predict: the key is missing; a check asks for the answer.")
    if exercise.kind == "loop" and "flags" in exercise.given:
        flags = text_of("given: flags", exercise.given["flags"] or "-O0", 500)
        if substitute(flags, dict.fromkeys(exercise.variants, "")) != flags:
            raise ContentError("given: flags: a variant's value never goes into flags.")
    for number, check in enumerate(exercise.checks):
        if check.kind == "answered" and exercise.predict is not None:
            options = (exercise.predict.right, *exercise.predict.wrong)
            choice_of(f"checks[{number}]: answered", check.argument, options)
    for answer in exercise.proof.partial:
        if answer.points is None:
            raise ContentError(f"proof.partial: {answer.name} has no points.")


def _with_words(exercise: Exercise) -> Exercise:
    """Every combination of values posed once, and the checks in words with the first of them."""
    first = next(all_values(exercise))
    for values in all_values(exercise):
        pose(exercise, values)
    checks = zip(exercise.checks, pose(exercise, first).checks, strict=True)
    worded = tuple(replace(check, text=posed.text) for check, posed in checks)
    return replace(exercise, checks=worded)
