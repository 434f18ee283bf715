"""Who imports whom, circles among them, and imports that climb a layer.

An import counts wherever it stands: one inside a function hides a circle from Python and not from
the reader.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from script.code.sources import Module

Graph = Mapping[str, set[str]]

# Lowest first; a package that is not named here has the rank of the longest name above it.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("compiler_core", "compiler_core.board"),
    ("compiler_core.toolchain",),
    ("compiler_core.pipelines",),
    ("compiler_core.host",),
    ("compiler_core.loop", "compiler_core.graph"),
    ("compiler_core.llm",),
    ("compiler_core.soc",),
    ("compiler_core.atlas",),
    ("compiler_core.claims",),
    (
        "compiler_core.exercises",
        "compiler_core.lessons",
        "compiler_core.sheets",
        "compiler_core.inventory",
    ),
    ("classroom",),
    ("app", "command_line"),
)


def _targets(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def _nearest(name: str, modules: Mapping[str, Module]) -> str | None:
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def import_graph(modules: Mapping[str, Module]) -> dict[str, set[str]]:
    """Each module with those of these modules that it imports, itself left out."""
    graph: dict[str, set[str]] = {}
    for name, module in modules.items():
        imported = {
            _nearest(target, modules)
            for node in ast.walk(module.syntax)
            for target in _targets(node)
        }
        graph[name] = {target for target in imported if target and target != name}
    return graph


def _postorder(graph: Graph) -> Iterator[str]:
    seen: set[str] = set()
    for start in graph:
        walk = [(start, False)]
        while walk:
            node, is_left = walk.pop()
            if is_left:
                yield node
            elif node not in seen:
                seen.add(node)
                walk.append((node, True))
                walk.extend((after, False) for after in graph.get(node, ()))


def _reached(graph: Graph, start: str, seen: set[str]) -> list[str]:
    reached, walk = [], [start]
    while walk:
        node = walk.pop()
        if node not in seen:
            seen.add(node)
            reached.append(node)
            walk.extend(graph.get(node, ()))
    return reached


def circles(graph: Graph) -> list[tuple[str, ...]]:
    """Strongly connected components of more than one node (Kosaraju), each sorted."""
    backwards: dict[str, set[str]] = {}
    for node, after in graph.items():
        for target in after:
            backwards.setdefault(target, set()).add(node)
    seen: set[str] = set()
    components = [_reached(backwards, node, seen) for node in reversed(list(_postorder(graph)))]
    return sorted(tuple(sorted(nodes)) for nodes in components if len(nodes) > 1)


def _place(module: Module) -> list[str]:
    return [*module.name.split("."), *(["__init__"] if module.is_package else [])]


def _shared_depth(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip(first, second, strict=False)
    return next(depth for depth, (part, other) in enumerate(pairs) if part != other)


def neighbours(modules: Mapping[str, Module], graph: Graph) -> dict[str, dict[str, set[str]]]:
    """For each package the graph of what stands in it, one level deep: files and packages.

    An import between two modules is an arrow between the two neighbours whose paths part there.
    """
    levels: dict[str, dict[str, set[str]]] = {}
    for name, imported in graph.items():
        source = _place(modules[name])
        for target in (_place(modules[other]) for other in imported):
            depth = _shared_depth(source, target)
            level = levels.setdefault(".".join(source[:depth]), {})
            level.setdefault(source[depth], set()).add(target[depth])
    return levels


def package_circles(modules: Mapping[str, Module], graph: Graph) -> list[tuple[str, ...]]:
    """Circles of neighbours in which at least one is a package, by full names."""
    packages = {module.name.rpartition(".")[0] for module in modules.values()}
    return sorted(
        named
        for above, level in neighbours(modules, graph).items()
        for circle in circles(level)
        if set(named := tuple(f"{above}.{name}".strip(".") for name in circle)) & packages
    )


def rank(module: str, layers: Sequence[Sequence[str]] = LAYERS) -> int | None:
    """The place of a module in the layers, 0 the lowest; None where no layer names it."""
    ranks = {package: layer for layer, packages in enumerate(layers) for package in packages}
    while module and module not in ranks:
        module = module.rpartition(".")[0]
    return ranks.get(module)


def imports_upward(graph: Graph, layers: Sequence[Sequence[str]] = LAYERS) -> list[tuple[str, str]]:
    """Imports of a module whose layer lies above the importing one's."""
    return sorted(
        (name, target)
        for name, imported in graph.items()
        for target in imported
        if (below := rank(name, layers)) is not None
        and (above := rank(target, layers)) is not None
        and above > below
    )
