"""What a reader can choose about compiling a model: one record, checked before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.graph.importing.size_settings import axis_sizes
from compiler_core.graph.picture_input.preprocessings import OUTSIDE, preprocessing_named
from compiler_core.pipelines.setting_values import changed_values, plain_values, with_values

Precision = Literal["fp32", "int8"]
PRECISIONS = ("fp32", "int8")
LONGEST_TUNING_SECONDS = 60
MOST_WINOGRAD_MEBIBYTES = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class CompileSettings:
    """What a reader can choose about compiling a network."""

    precision: Precision = "int8"
    """In which type layers compute where they can."""
    passes: tuple[str, ...] = ()
    """Names in order; the default pipeline when empty."""
    calibration: str = "measured"
    """Name of the method by which ranges of int8 are chosen."""
    pinned: tuple[str, ...] = ()
    """Layers that stay in fp32, by node name, or "first", "last" and "proposed"."""
    extensions: tuple[str, ...] = ("narrowest-operand",)
    """Fusions beyond the standard rules, by name."""
    core: str = "cortex-a76"
    """Name of the core profile that the program is made for."""
    planner: str = "hill-climb"
    """How the arena is laid out."""
    tune_seconds: int = 0
    """How long to search for better tiles; 0 for no search."""
    remedies: tuple[str, ...] = ()
    """Lint remedies to apply before the passes, as `rule:node`."""
    weights: str = "file"
    """"file", or "random" for models whose weights mean nothing."""
    preprocessing: str = OUTSIDE.name
    """Where the picture is prepared, one of PREPROCESSINGS."""
    seed: int = 1
    """From which all random numbers are drawn."""
    sizes: tuple[str, ...] = ()
    """For axes that the file leaves open: `name=size` or `name=least:usual:largest`."""
    winograd_mebibytes: int = 16
    """The most that transformed weights of Winograd's kernels may add in all."""

    def values(self) -> dict[str, object]:
        """All fields as plain values, lists for tuples."""
        return plain_values(self)

    def query(self) -> dict[str, str]:
        """What differs from the default, as text for an address."""
        return dict(_changed(self))


@lru_cache(maxsize=64)
def _changed(settings: CompileSettings) -> dict[str, str]:
    """A page has hundreds of addresses with the same settings."""
    return changed_values(settings)


DEFAULT_SETTINGS = CompileSettings()


def settings_of(values: Mapping[str, object]) -> CompileSettings:
    """Settings from text or plain values; unknown names are left alone.

    Raises InputError for a value that no setting can have. That a pass, method, core or planner of
    this name exists is checked where it is used.
    """
    made = with_values(DEFAULT_SETTINGS, values)
    _check(made)
    return replace(made, sizes=tuple(size.text for size in axis_sizes(made.sizes)))


def _check(made: CompileSettings) -> None:
    if made.precision not in PRECISIONS:
        raise InputError(f"There is no precision {made.precision[:40]}.", "Choose fp32 or int8.")
    if made.weights not in ("file", "random"):
        raise InputError("Weights come from the file or are random.", "Choose file or random.")
    preprocessing_named(made.preprocessing)
    if not 0 <= made.tune_seconds <= LONGEST_TUNING_SECONDS:
        raise InputError(
            f"Tuning may take 0 to {LONGEST_TUNING_SECONDS} seconds.", "Choose a number in between."
        )
    if not 0 <= made.winograd_mebibytes <= MOST_WINOGRAD_MEBIBYTES:
        raise InputError(
            f"Winograd's weights may add 0 to {MOST_WINOGRAD_MEBIBYTES} MiB, not "
            f"{made.winograd_mebibytes}.",
            "Choose 0 for no such kernel, 16 as usual.",
        )
