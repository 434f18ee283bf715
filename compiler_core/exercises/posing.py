"""An exercise as one member gets it: a value for each variant, put where its name stands.

Only `{name}` of a declared variant is replaced; all other braces stay, so C remains C. Flags are
never touched: what reaches a compiler's command line is the author's own text.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from compiler_core.errors import InputError
from compiler_core.exercises.check_reading import described
from compiler_core.exercises.exercise import (
    Check,
    Exercise,
    Hint,
    Prediction,
    VariantValue,
)

_UNTOUCHED = frozenset(("flags", "compiler"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PosedExercise:
    """An exercise under one choice of its variants' values."""

    exercise: Exercise
    """As its file has it, with names of variants still in braces."""
    values: Mapping[str, VariantValue]
    """The chosen value of each variant, by name."""
    title: str
    """For people, with the chosen values in place of the variants' names."""
    task: str
    """What the student is to do, with the chosen values in place of the variants' names."""
    starter: Mapping[str, Any]
    """What the student begins with, with the chosen values in it."""
    given: Mapping[str, Any]
    """What the exercise fixes, with the chosen values in it."""
    checks: tuple[Check, ...]
    """In the order in which they are judged, with the chosen values in them."""
    hints: tuple[Hint, ...]
    """With the chosen values in their texts."""
    predict: Prediction | None
    """What is asked first, with the chosen values; None for nothing."""
    files: Mapping[str, str]
    """By name, with the chosen values in their texts."""


def draw_values(exercise: Exercise, seed: bytes) -> dict[str, VariantValue]:
    """One value of each variant; the same seed draws the same.

    seed: nothing that a student knows, such as an HMAC of the class's secret, member and exercise.
    """
    return {
        name: choices[_number(seed, name) % len(choices)]
        for name, choices in exercise.variants.items()
    }


def _number(seed: bytes, name: str) -> int:
    return int.from_bytes(hmac.new(seed, name.encode(), hashlib.sha256).digest()[:8], "big")


def all_values(exercise: Exercise) -> Iterator[dict[str, VariantValue]]:
    """Every combination of the variants' values; one empty one without variants."""
    names = tuple(exercise.variants)
    for values in itertools.product(*exercise.variants.values()):
        yield dict(zip(names, values, strict=True))


def combinations(exercise: Exercise) -> int:
    """How many combinations of its variants' values there are; 1 without variants."""
    return math.prod(map(len, exercise.variants.values()))


def pose(exercise: Exercise, values: Mapping[str, VariantValue]) -> PosedExercise:
    """The exercise with these values in task, starter, given, files and checks.

    Raises InputError for a value that its variant does not have, ContentError for a check that
    cannot be read with them.
    """
    _check_values(exercise, values)
    files = {name: substitute(text, values) for name, text in exercise.files.items()}
    checks = tuple(
        replace(
            check,
            argument=substitute(check.argument, values),
            further=tuple((name, substitute(value, values)) for name, value in check.further),
        )
        for check in exercise.checks
    )
    predict = exercise.predict
    return PosedExercise(
        exercise=exercise,
        values=dict(values),
        title=substitute(exercise.title, values),
        task=substitute(exercise.task, values),
        starter=substitute(exercise.starter, values),
        given=substitute(exercise.given, values),
        checks=tuple(
            replace(check, text=described(f"checks[{number}]", exercise.kind, check, files))
            for number, check in enumerate(checks)
        ),
        hints=tuple(replace(hint, text=substitute(hint.text, values)) for hint in exercise.hints),
        predict=_posed_prediction(predict, values) if predict else None,
        files=files,
    )


def _posed_prediction(predict: Prediction, values: Mapping[str, VariantValue]) -> Prediction:
    return replace(
        predict,
        question=substitute(predict.question, values),
        right=substitute(predict.right, values),
        wrong=tuple(substitute(text, values) for text in predict.wrong),
    )


def _check_values(exercise: Exercise, values: Mapping[str, VariantValue]) -> None:
    if set(values) != set(exercise.variants):
        raise InputError(
            f"Values were given for {sorted(values)}; "
            f"the exercise's variants are {sorted(exercise.variants)}."
        )
    for name, value in values.items():
        if not any(
            value == choice and type(value) is type(choice) for choice in exercise.variants[name]
        ):
            raise InputError(f"The variant {name} has no value {value!r}.")


def substitute(value: Any, values: Mapping[str, VariantValue]) -> Any:
    """Texts at any depth with `{name}` replaced by the variant's value; flags as they are."""
    if isinstance(value, str):
        return _replaced(value, values)
    if isinstance(value, Mapping):
        return {
            key: part if key in _UNTOUCHED else substitute(part, values)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        return type(value)(substitute(part, values) for part in value)
    return value


def _replaced(text: str, values: Mapping[str, VariantValue]) -> str:
    """All at once: a value that itself looks like a variant's name stays as it is."""
    if not values:
        return text
    marks = "|".join(re.escape(name) for name in values)
    return re.sub(rf"\{{({marks})\}}", lambda match: str(values[match[1]]), text)
