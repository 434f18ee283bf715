"""What is known of a function before its sizes are: roles, constants, the driver's parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.host.running.constants import constants_of
from compiler_core.host.running.extents import is_array
from compiler_core.host.running.integer_types import range_of
from compiler_core.host.running.layout import Buffer, Driver, Leaf
from compiler_core.host.running.outline import root_of
from compiler_core.host.running.overrides import Override, OverrideKind
from compiler_core.host.running.roles import Roles, roles_of
from compiler_core.host.running.target import Target
from compiler_core.source import SourceFile

# By how many loops with bounds of their own stand inside each other.
_DEFAULT_N = (1024, 1024, 256, 64, 16)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planner:
    """What is known of a function before n is: roles, constants and the driver's parts."""

    target: Target
    """The function."""
    driver: Driver
    """The driver, whose buffers and leaves the plan gives sizes and values."""
    roles: Roles
    """What integers and arrays are for, by path: bounds, subscripts, ends."""
    constants: Mapping[str, int]
    """Integer constants and macros of the source by name, those of `-D` flags first."""
    seed: int = 1
    """What contents are drawn from, a whole number from 0."""
    overrides: tuple[Override, ...] = field(default_factory=tuple)
    """Values and sizes that the user fixed; empty for none."""
    spread: int = 0
    """Integers in arrays that have no role, of 32 bits or more, lie so far from 0 at most; 0 for as
    near as the driver has them by itself."""

    def override(self, path: str, kind: OverrideKind) -> Override | None:
        """What the user fixed."""
        return next(
            (
                known_override
                for known_override in self.overrides
                if (known_override.path, known_override.kind) == (path, kind)
            ),
            None,
        )


def planner_of(
    target: Target, driver: Driver, source: SourceFile, flags: Sequence[str] = ()
) -> Planner:
    """Reads roles and constants from the function's text."""
    integers = frozenset(
        leaf.path
        for leaf in driver.leaves
        if not leaf.number.floating
        and not leaf.many
        and (leaf.buffer is None or stands_alone(target, leaf.buffer))
    )
    root = root_of(source)
    constants = constants_of(root, flags) if root is not None else {}
    pointers = frozenset(buffer.path for buffer in driver.buffers if not buffer.repeated)
    roles = roles_of(target.body, target.name, integers, pointers)
    return Planner(target=target, driver=driver, roles=roles, constants=constants)


def stands_alone(target: Target, buffer: Buffer) -> bool:
    """A pointer that is only followed, to one number or one structure."""
    return not buffer.repeated and not buffer.links and not is_array(target.body, buffer.path)


def default_n(planner: Planner) -> int:
    """1024 for plain loops; less where loops with bounds of their own stand inside each other, and
    where a bound's type holds no more."""
    limits = [
        limit[1]
        for leaf in planner.driver.leaves
        if planner.roles.scalars.get(leaf.path) in ("bound", "last")
        and (limit := range_of(leaf.number)) is not None
    ]
    return min([_DEFAULT_N[min(planner.roles.depth, len(_DEFAULT_N) - 1)], *limits])


def start_of(planner: Planner, buffer: Buffer) -> Buffer | None:
    """The array that this pointer is the end of; it must come before."""
    path = planner.roles.ends.get(buffer.path)
    start = next((array for array in planner.driver.buffers if array.path == path), None)
    return start if start is not None and start.index < buffer.index else None


def is_plain(planner: Planner, leaf: Leaf) -> bool:
    """One number: a parameter, a field of a structure that stands alone, a bound by address."""
    if leaf.many or leaf.bits:
        return False
    if leaf.buffer is None:
        return True
    if not stands_alone(planner.target, leaf.buffer):
        return False
    return leaf.path != leaf.buffer.path or planner.roles.scalars.get(leaf.path) == "bound"
