"""Whether the values a plan chose fit the arrays inside structures, whose lengths are fixed.

An array behind a pointer gets as many elements as the function needs; one inside a structure has
the length of its declaration, and a bound that is drawn without looking at it leads beyond its end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from tree_sitter import Node

from compiler_core.host.running.accesses import accesses, assigned_values
from compiler_core.host.running.constants import value_of
from compiler_core.host.running.extents import Extents
from compiler_core.host.running.layout import Leaf
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.scope import Scope
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import walk

_BOUNDS = ("bound", "last")


def room_notes(planner: Planner, values: Mapping[str, int | float]) -> tuple[str, ...]:
    """A sentence for each array inside a structure that these values lead beyond, and what to set.

    It is the input that does not fit, so no word is said of the function.
    """
    whole = _whole(planner, values)
    notes = (_note(planner, leaf, whole) for leaf in planner.driver.leaves if leaf.rooms)
    return tuple(dict.fromkeys(filter(None, notes)))


def _whole(planner: Planner, values: Mapping[str, int | float]) -> dict[str, int]:
    """Whole numbers by name, constants of the source too."""
    whole = {path: value for path, value in values.items() if isinstance(value, int)}
    return {**planner.constants, **whole}


def _fit_of(planner: Planner, leaf: Leaf, whole: Mapping[str, int]) -> _Fit | None:
    """None where the length of its array is not known."""
    rooms = tuple(room for room in (value_of(room, whole) for room in leaf.rooms) if room)
    return _Fit(planner, leaf, rooms, whole) if len(rooms) == len(leaf.rooms) else None


def _leads_beyond(planner: Planner, leaf: Leaf, whole: Mapping[str, int]) -> bool:
    """Whether these values themselves say that the function goes beyond it."""
    fit = _fit_of(planner, leaf, whole)
    return fit is not None and bool(fit.reach(whole)) and not fit.holds(whole)


def _note(planner: Planner, leaf: Leaf, whole: Mapping[str, int]) -> str:
    fit = _fit_of(planner, leaf, whole)
    reach = fit.reach(whole) if fit is not None else ()
    if fit is None or not reach or fit.holds(whole):
        return ""
    drawn = _bounds(planner, leaf, whole)
    bounds = [path for path in drawn if fit.depends_on(path, drawn)]
    if not bounds:
        return ""
    given = " and ".join(f"{path} = {whole[path]:,}" for path in bounds)
    subscripts = "".join(f"[{count - 1:,}]" for count in reach)
    element = subscripts if len(reach) > 1 else subscripts.strip("[]")
    room = " × ".join(f"{size:,}" for size in fit.rooms)
    said = (
        f"The generated input does not fit: with {given} the function reaches element "
        f"{element} of {leaf.path}, which has room for {room} inside its structure."
    )
    most = fit.most(bounds)
    if not most:
        return said
    words = " and ".join(f"{path} to {value:,} or less" for path, value in most.items())
    options = " ".join(f"--set {path}={value}" for path, value in most.items())
    return f"{said} Set {words} ({options})."


@dataclass(frozen=True, slots=True)
class _Fit:
    """Which values of an array's bounds stay within its rooms, the length of each dimension."""

    planner: Planner
    leaf: Leaf
    rooms: tuple[int, ...]
    whole: Mapping[str, int]

    def reach(self, values: Mapping[str, int]) -> tuple[int, ...]:
        """Elements up to the last one reached, in each dimension; empty where that is not known."""
        body = self.planner.target.body
        extents = Extents(body, Scope(body, values, {}), 0)
        first = extents.of(self.leaf.path)
        inner = [extents.inner(self.leaf.path, depth) for depth in range(1, len(self.rooms))]
        if first is None or not all(extent is None or extent.exact for extent in (first, *inner)):
            return ()
        return (first.count, *(extent.count if extent is not None else 1 for extent in inner))

    def holds(self, values: Mapping[str, int]) -> bool:
        """Also where the whole array is gone through by its last subscript alone."""
        reach = self.reach(values)
        if not reach:
            return False
        flat = max(reach[:-1], default=1) == 1 and reach[-1] <= prod(self.rooms)
        return flat or all(count <= room for count, room in zip(reach, self.rooms, strict=True))

    def depends_on(self, path: str, bounds: Sequence[str]) -> bool:
        """Whether another value of this bound would reach another element, beside the others as
        they are or beside small ones."""
        small = {**self.whole, **dict.fromkeys(bounds, 1)}
        return self.reach(self.whole) != self.reach({**self.whole, path: 1}) or (
            self.reach(small) != self.reach({**small, path: self.whole[path]})
        )

    def most(self, bounds: Sequence[str]) -> dict[str, int]:
        """The largest value of each bound that has to be less, alone where one is to blame, else
        all of them alike; empty where no values fit."""
        alone = {path: self._largest((path,), bounds) for path in bounds}
        caps = {path: cap for path, cap in alone.items() if 0 < cap < self.whole[path]}
        if caps and self.holds({**self.whole, **caps}):
            return caps
        alike = self._largest(tuple(bounds), bounds)
        return dict.fromkeys(bounds, alike) if alike else {}

    def _largest(self, changed: Sequence[str], bounds: Sequence[str]) -> int:
        """For these bounds alike, with the others at 1; 0 for none. More reaches further."""
        low, high = 0, max(self.whole[path] for path in changed)
        others = {**self.whole, **dict.fromkeys(bounds, 1)}
        while low < high:
            middle = (low + high + 1) // 2
            if self.holds({**others, **dict.fromkeys(changed, middle)}):
                low = middle
            else:
                high = middle - 1
        return low


def beside_note(planner: Planner, values: Mapping[str, int | float], name: str) -> str:
    """What is said where the function wrote beside an array of structures: numbers of its input
    that were drawn, beside arrays of fixed length, may be no caller's. "" without such arrays, and
    where values that lead beyond them are the user's own: `room_notes` tells of drawn ones."""
    whole = _whole(planner, values)
    held = [
        leaf
        for leaf in planner.driver.leaves
        if leaf.rooms and _lies_in(leaf.path, name) and not _leads_beyond(planner, leaf, whole)
    ]
    paths = _drawn(planner, name)
    if not held or not paths:
        return ""
    rooms = " and ".join(f"{leaf.path} has room for {' × '.join(leaf.rooms)}" for leaf in held[:2])
    return (
        f"The generated input does not fit: {rooms} inside its structure, and "
        f"{planner.target.name} wrote beside it. Set {', '.join(paths)} to values with which it "
        f"stays there (--set {paths[0]}=…)."
    )


def links_note(planner: Planner) -> str:
    """What is said of a run without end that follows numbers from element to element; "" for one
    that follows none."""
    body = planner.target.body
    followed = {
        access.path
        for assigned in assigned_values(body)
        for access in accesses(assigned.value)
        if access.node.type != "identifier" and assigned.name in _names_in(access.node)
    }
    paths = [
        leaf.path
        for leaf in planner.driver.leaves
        if leaf.path in followed and planner.override(leaf.path, "value") is None
    ]
    if not paths:
        return ""
    return (
        f"The elements of {', '.join(paths)} were generated one by one: as links they may lead "
        f"round in a circle, which no caller's do. Set {paths[0]} to the value that ends the way "
        f"(--set {paths[0]}=-1)."
    )


def _names_in(node: Node) -> set[str]:
    return {text_of(part) for part in walk(node) if part.type == "identifier"}


def _lies_in(path: str, name: str) -> bool:
    return path.startswith((f"{name}.", f"{name}[]"))


def _drawn(planner: Planner, name: str) -> list[str]:
    """Whole numbers that nobody fixed: bounds, and the structure's own."""
    return [
        leaf.path
        for leaf in planner.driver.leaves
        if not leaf.number.floating
        and not leaf.many
        and planner.override(leaf.path, "value") is None
        and (planner.roles.scalars.get(leaf.path) in _BOUNDS or _lies_in(leaf.path, name))
    ]


def _bounds(planner: Planner, leaf: Leaf, whole: Mapping[str, int]) -> list[str]:
    """Bounds of loops that were drawn: those of the same structure, else all."""
    paths = [
        path
        for path, role in planner.roles.scalars.items()
        if role in _BOUNDS and path in whole and planner.override(path, "value") is None
    ]
    record = leaf.path.rpartition(".")[0]
    return [path for path in paths if path.rpartition(".")[0] == record] or paths
