"""What a reader can choose about compiling a model: one record, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Literal

from compiler_core.errors import InputError

Precision = Literal["fp32", "int8"]
PRECISIONS = ("fp32", "int8")
LONGEST_VALUE = 2000
LONGEST_TUNING_SECONDS = 60


@dataclass(frozen=True, slots=True)
class CompileSettings:
    """passes: names in order; the default pipeline when empty. calibration: method. pinned: layers
    that stay in fp32, by node name, or "first" and "last". extensions: fusions beyond the standard
    rules, by name. core: the processor's profile. planner: how the arena is laid out. tune_seconds:
    time to search for better kernels. remedies: of lint findings, as rule:node. weights: "file", or
    "random" for models whose weights mean nothing. seed: of everything random.
    """

    precision: Precision = "int8"
    passes: tuple[str, ...] = ()
    calibration: str = "kl"
    pinned: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ("narrowest-operand",)
    core: str = "cortex-a76"
    planner: str = "hill-climb"
    tune_seconds: int = 0
    remedies: tuple[str, ...] = ()
    weights: str = "file"
    seed: int = 1

    def values(self) -> dict[str, object]:
        """All fields as plain values, lists for tuples."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in found.items()
        }

    def query(self) -> dict[str, str]:
        """What differs from the default, as text for an address."""
        pairs = ((one.name, getattr(self, one.name), one.default) for one in fields(self))
        return {name: _text(value) for name, value, default in pairs if value != default}


DEFAULT_SETTINGS = CompileSettings()


def settings_of(values: Mapping[str, object]) -> CompileSettings:
    """Settings from text or plain values; unknown names are left alone.

    Raises InputError for a value that no setting can have. That a pass, method, core or planner of
    this name exists is checked where it is used.
    """
    changes: dict[str, object] = {}
    for one in fields(CompileSettings):
        if one.name in values:
            changes[one.name] = _value(one.name, one.default, values[one.name])
    made = replace(DEFAULT_SETTINGS, **changes)  # pyright: ignore[reportArgumentType]
    _check(made)
    return made


def _check(made: CompileSettings) -> None:
    if made.precision not in PRECISIONS:
        raise InputError(f"There is no precision {made.precision[:40]}.", "Choose fp32 or int8.")
    if made.weights not in ("file", "random"):
        raise InputError("Weights come from the file or are random.", "Choose file or random.")
    if not 0 <= made.tune_seconds <= LONGEST_TUNING_SECONDS:
        raise InputError(
            f"Tuning may take 0 to {LONGEST_TUNING_SECONDS} seconds.", "Choose a number in between."
        )


def _value(name: str, default: object, given: object) -> object:
    if isinstance(default, int):
        return _whole(name, given)
    if isinstance(default, tuple):
        words = given.split(",") if isinstance(given, str) else given
        if not isinstance(words, list | tuple) or len(str(words)) > LONGEST_VALUE:
            raise InputError(f"The setting {name} is no list of names.", "Separate them by commas.")
        return tuple(str(word) for word in words if word)
    if not isinstance(given, str) or len(given) > LONGEST_VALUE:
        raise InputError(f"The setting {name} is no name.", "Choose one of those offered.")
    return given


def _whole(name: str, given: object) -> int:
    text = str(given)
    if not text.isdecimal() or len(text) > 9:
        raise InputError(f"The setting {name} is no whole number.", "Write digits only.")
    return int(text)


def _text(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
