"""Whether the values a plan chose fit the arrays inside structures, whose lengths are fixed.

An array behind a pointer gets as many elements as the function needs; one inside a structure has
the length of its declaration, and a bound that is drawn without looking at it leads beyond its end.
"""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.host.running.constants import value_of
from compiler_core.host.running.extents import Extents
from compiler_core.host.running.layout import Leaf
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.scope import Scope

_BOUNDS = ("bound", "last")


def room_notes(planner: Planner, values: Mapping[str, int | float]) -> tuple[str, ...]:
    """A sentence for each array inside a structure that these values lead beyond, and what to set.

    It is the input that does not fit, so no word is said of the function.
    """
    whole = {path: value for path, value in values.items() if isinstance(value, int)}
    whole = {**planner.constants, **whole}
    scope = Scope(planner.target.body, whole, {})
    extents = Extents(planner.target.body, scope, 0)
    notes = (_note(planner, leaf, extents, whole) for leaf in planner.driver.leaves if leaf.rooms)
    return tuple(dict.fromkeys(filter(None, notes)))


def _note(planner: Planner, leaf: Leaf, extents: Extents, whole: Mapping[str, int]) -> str:
    rooms = [value_of(room, whole) for room in leaf.rooms]
    reach = extents.of(leaf.path)
    known = [room for room in rooms if room]
    if reach is None or not reach.exact or len(known) < len(rooms) or reach.count <= max(known):
        return ""
    bounds = _bounds(planner, leaf, whole)
    if not bounds:
        return ""
    given = " and ".join(f"{path} = {whole[path]:,}" for path in bounds)
    room = " × ".join(f"{size:,}" for size in known)
    path, most = bounds[0], min(known)
    return (
        f"The generated input does not fit: with {given} the function reaches element "
        f"{reach.count - 1:,} of {leaf.path}, which has room for {room} inside its structure. Set "
        f"{path} to {most:,} or less (--set {path}={most})."
    )


def _bounds(planner: Planner, leaf: Leaf, whole: Mapping[str, int]) -> list[str]:
    """Bounds of loops that were drawn: those of the same structure, else all."""
    paths = [
        path
        for path, role in planner.roles.scalars.items()
        if role in _BOUNDS and path in whole and planner.override(path, "value") is None
    ]
    record = leaf.path.rpartition(".")[0]
    return [path for path in paths if path.rpartition(".")[0] == record] or paths
