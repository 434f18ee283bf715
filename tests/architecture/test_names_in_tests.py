"""What tests name in the product is there: what is renamed in it alone fails at once, in the quick
tier, and not only where a slow test comes to use it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.architecture.project import PACKAGES, ROOT, python_files, syntax_tree

_HIDING = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def module_path(name: str) -> Path | None:
    """The file of a module of the product; None for what is none."""
    if name.partition(".")[0] not in PACKAGES:
        return None
    place = Path(*name.split("."))
    found = (place.with_suffix(".py"), place / "__init__.py")
    return next((path for path in found if (ROOT / path).is_file()), None)


@cache
def names_in(path: Path) -> frozenset[str]:
    """Everything that a module's own level, and `global` in its functions, gives a name."""
    found = {
        name
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.Global)
        for name in node.names
    }
    waiting: list[ast.AST] = [*syntax_tree(path).body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, _HIDING):
            found.add(getattr(node, "name", ""))
            continue
        waiting.extend(ast.iter_child_nodes(node))
    if path.name == "__init__.py":
        found |= {one.stem for one in (ROOT / path.parent).iterdir()}
    return frozenset(found)


def modules_bound(tree: ast.Module) -> dict[str, Path]:
    """Names that stand for a module of the product, wherever in the file they are imported."""
    found: dict[str, Path] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                path = module_path(f"{node.module}.{alias.name}")
                if path is not None:
                    found[alias.asname or alias.name] = path
        elif isinstance(node, ast.Import):
            for alias in node.names:
                path = module_path(alias.name) if alias.asname else None
                if path is not None:
                    found[str(alias.asname)] = path
    return found


def named(tree: ast.Module) -> Iterator[tuple[Path, str]]:
    """Each module and what a test names in it, by attribute or as text for `setattr`."""
    bound = modules_bound(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in bound:
                yield bound[node.value.id], node.attr
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "setattr":
            yield from _set_by_text(node.args, bound)


def _set_by_text(arguments: list[ast.expr], bound: dict[str, Path]) -> Iterator[tuple[Path, str]]:
    texts = [one.value if isinstance(one, ast.Constant) else None for one in arguments]
    first, second = [*arguments, None][0], [*texts, None, None][1]
    if isinstance(first, ast.Name) and first.id in bound and isinstance(second, str):
        yield bound[first.id], second
    elif texts and isinstance(texts[0], str):
        module, _, name = texts[0].rpartition(".")
        path = module_path(module)
        if path is not None:
            yield path, name


def test_what_tests_and_scripts_name_in_the_product_is_there() -> None:
    missing = sorted(
        f"{file}: {path.with_suffix('')} has no {name}"
        for file in python_files("tests", "script")
        for path, name in named(syntax_tree(file))
        if name not in names_in(path) and not name.startswith("__")
    )
    assert missing == []


def test_a_name_that_is_not_there_is_seen() -> None:
    tree = ast.parse(
        "from compiler_core.host.passes import timeline\n"
        "def test(monkeypatch):\n"
        "    timeline.dump_flags; timeline.nowhere\n"
        "    monkeypatch.setattr(timeline, 'gone', 1)\n"
        "    monkeypatch.setattr('compiler_core.host.passes.timeline.left', 1)\n"
    )
    assert {name for path, name in named(tree) if name not in names_in(path)} == {
        "nowhere",
        "gone",
        "left",
    }
