"""What to run a function on: n, seed, overrides, vector length, cache. Checked when made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from compiler_core.errors import InputError
from compiler_core.host.running.overrides import MAXIMUM_OVERRIDES, Override, parse_overrides
from compiler_core.host.running.sizes import MAXIMUM_ELEMENTS
from compiler_core.toolchain.counting import CacheGeometry

SVE_LENGTHS = (128, 256, 512, 1024, 2048)
_SVE_STEP = 128
_LONGEST_NAME = 200
_LARGEST_SEED = 1 << 62


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """One run of one function."""

    function: str = ""
    """Name of the function, `name<types>` or `name:line`; empty for the first with a loop."""
    n: int | None = None
    """What loop bounds become, None for a size that suits the nest of loops."""
    seed: int = 1
    """What the contents of arrays and other values are drawn from, a whole number from 0."""
    overrides: tuple[Override, ...] = ()
    """Values and sizes that the user fixed, `x=0.5` or `x.size=64`."""
    sve_bits: int = 128
    """Length of the emulated SVE vectors."""
    geometry: CacheGeometry = field(default_factory=CacheGeometry)
    """The modelled cache. Raises InputError for what no run can have."""

    def __post_init__(self) -> None:
        if len(self.function) > _LONGEST_NAME:
            raise InputError("The function's name is too long.", "Give its name alone.")
        if self.n is not None and not 1 <= self.n <= MAXIMUM_ELEMENTS:
            raise InputError(
                f"n cannot be {self.n:,}.", f"Use a whole number from 1 to {MAXIMUM_ELEMENTS:,}."
            )
        if not 0 <= self.seed < _LARGEST_SEED:
            raise InputError(
                f"The seed cannot be {self.seed:,}.", "Use a whole number such as 1, 2 or 3."
            )
        if self.sve_bits % _SVE_STEP or not SVE_LENGTHS[0] <= self.sve_bits <= SVE_LENGTHS[-1]:
            raise InputError(
                f"An SVE vector cannot have {self.sve_bits:,} bits.",
                "Use a multiple of 128 from 128 to 2048.",
            )
        if len(self.overrides) > MAXIMUM_OVERRIDES:
            raise InputError(f"At most {MAXIMUM_OVERRIDES} values can be set.")


def experiment_of(
    function: str = "",
    n: int | None = None,
    seed: int = 1,
    settings: Iterable[str] = (),
    sve_bits: int = 128,
    geometry: CacheGeometry | None = None,
) -> Experiment:
    """The same from texts such as `a=0.5`. `n=…` for a parameter called n sets that parameter.

    Raises InputError.
    """
    chosen = geometry or CacheGeometry()
    return Experiment(
        function=function,
        n=n,
        seed=seed,
        overrides=parse_overrides(settings),
        sve_bits=sve_bits,
        geometry=chosen,
    )
