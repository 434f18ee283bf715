"""LLVM's pipeline as it prints it, `function(sroa<modify-cfg>,loop(licm,loop-rotate))`, as a tree.

A part is a pass, or a manager with parts of its own; what stands between angle brackets are options
of its name. Passes of a loop's manager run one after another on each loop, all others on the
function, or on the module, once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

Path = tuple[int, ...]
"""Where a part is: its place among its neighbours, below that of the manager that holds it."""
_LOOP_MANAGERS = ("loop", "loop-mssa")


@dataclass(frozen=True, slots=True)
class PipelinePart:
    """name: with its options. parts: of a manager; None for a pass."""

    name: str
    parts: tuple[PipelinePart, ...] | None = None

    @property
    def plain_name(self) -> str:
        """Without options."""
        return self.name.partition("<")[0]


@dataclass(frozen=True, slots=True)
class PassGroup:
    """Passes that one manager runs in turn. paths: of each; on_loops: once for every loop."""

    paths: tuple[Path, ...]
    on_loops: bool


class UnreadablePipeline(Exception):
    """The text is no pipeline: brackets that do not fit, or a name that is missing."""


def parse_pipeline(text: str) -> tuple[PipelinePart, ...]:
    """The tree. Raises UnreadablePipeline."""
    # Parts of each manager that is open; the first are the pipeline's own.
    open_parts: list[list[PipelinePart]] = [[]]
    open_names: list[str] = []
    name, options = "", 0
    for character in text.strip() + ",":
        options += {"<": 1, ">": -1}.get(character, 0)
        if options or character not in "(),":
            name += character
        elif character == "(":
            open_names.append(name)
            open_parts.append([])
            name = ""
        else:
            if name:
                open_parts[-1].append(PipelinePart(name))
            name = ""
            if character == ")":
                if not open_names:
                    raise UnreadablePipeline(text)
                manager = PipelinePart(open_names.pop(), tuple(open_parts.pop()))
                open_parts[-1].append(manager)
    if open_names or options:
        raise UnreadablePipeline(text)
    return tuple(open_parts[0])


def written(parts: tuple[PipelinePart, ...]) -> str:
    """The text of a pipeline."""
    return ",".join(
        part.name if part.parts is None else f"{part.name}({written(part.parts)})" for part in parts
    )


def part_at(parts: tuple[PipelinePart, ...], path: Path) -> PipelinePart:
    """The part at a path that leads to one."""
    first, *others = path
    part = parts[first]
    return part_at(part.parts or (), tuple(others)) if others else part


def without(parts: tuple[PipelinePart, ...], path: Path) -> tuple[PipelinePart, ...]:
    """The pipeline less one part, and less managers that have nothing to run any more."""
    first, *others = path
    left: tuple[PipelinePart, ...] = ()
    if others:
        inner = without(parts[first].parts or (), tuple(others))
        left = (replace(parts[first], parts=inner),) if inner else ()
    return (*parts[:first], *left, *parts[first + 1 :])


def groups_of(parts: tuple[PipelinePart, ...], above: Path = ()) -> tuple[PassGroup, ...]:
    """Passes in the order in which one function meets them, those on loops together."""
    groups: list[PassGroup] = []
    for position, part in enumerate(parts):
        path = (*above, position)
        if part.parts is None:
            groups.append(PassGroup((path,), on_loops=False))
        elif part.plain_name in _LOOP_MANAGERS:
            paths = (member for group in groups_of(part.parts, path) for member in group.paths)
            groups.append(PassGroup(tuple(paths), on_loops=True))
        else:
            groups.extend(groups_of(part.parts, path))
    return tuple(groups)
