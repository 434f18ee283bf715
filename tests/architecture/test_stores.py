"""What is remembered in memory is bounded, and one module decides what is forgotten for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.project import PACKAGES, imported_modules, python_files, syntax_tree

EVICTING = Path("compiler_core/kept.py")
UNBOUNDED = {
    "app.addresses.lessons.atlas_back": "our own lessons, stages and views",
    "app.serving.field_docs._docs_in": "our own modules",
    "app.soc.words.linked_idea": "our own views",
    "app.soc.words.words_of": "our own views",
    "compiler_core.atlas.one_block.inductor.recorded_program": "our own file",
    "compiler_core.atlas.triton.inductor.inductor_record": "our own file",
    "compiler_core.board.runtime_text.runtime_text": "our own files",
    "compiler_core.checked_records._fields": "our own records",
    "compiler_core.claims.facts.atlas.atlas_facts": "raises for what is no page",
    "compiler_core.claims.facts.computed.rounded_product": "shipped models, two methods",
    "compiler_core.content_files._validator": "our own records, of people or of scripts",
    "compiler_core.graph.calibration.kullback_leibler._borders": "two kinds of bytes",
    "compiler_core.graph.passes.nhwc_functions._function": "operators of a table",
    "compiler_core.host.forms.ranges.shift_letters": "forms of the registry",
    "compiler_core.host.running.driver.program_text": "our own files",
    "compiler_core.host.source_reading.syntax._language": "two languages",
    "compiler_core.host.source_reading.syntax._query": "two languages",
    "compiler_core.lessons.atlas_articles.article_of": "raises for what is no page",
    "compiler_core.lessons.atlas_articles.places_linked": "raises for what is no page",
    "compiler_core.pipelines.kept_results._record": "names of a table, checked before",
    "compiler_core.soc.networks.cnn_fit._working_seconds": "published rows, for the fit",
    "compiler_core.soc.networks.layer_tables.layer_table": "raises for a name that is none of ours",
    "compiler_core.toolchain.frames._adapter": "our own records",
}
"""Functions of arguments whose answers are kept for good, and why these are few. What was raised is
never kept."""
GROWING = {
    "app.analysis.running._crowded": "few, as long as the server runs",
    "app.analysis.running._graders": "few, as long as the server runs",
    "app.analysis.running._instead": "few, as long as the server runs",
    "app.analysis.running._started": "few, as long as the server runs",
    "app.assistants.model_files._allowed": "one folder, at start",
    "app.lab.service._listening": "few, as long as the server runs",
    "app.lab.service._proving": "few, as long as the server runs",
    "app.lab.service._running": "few, as long as the server runs",
    "app.lab.service._sweeper": "few, as long as the server runs",
    "app.serving.open_streams._open": "streams that are open, by client",
    "app.serving.openapi._BODIES": "our own records, at start",
    "compiler_core.graph.selection.pools.NO_STEPS": "nothing fills it",
    "compiler_core.host.register_map.registers.NO_CALLEES": "nothing fills it",
    "compiler_core.pipelines.model_runs._shared": "one folder, at start",
}
"""Containers of modules that are filled while the program runs, and what bounds them."""


@pytest.mark.parametrize(
    "text",
    [
        "known.popitem()",
        "known.move_to_end(key)",
        "del known[next(iter(known))]",
        "known.pop(next(iter(known)))",
        "if len(_KNOWN) > 9:\n    _KNOWN.clear()",
    ],
)
def test_eviction_by_hand_is_seen(text: str) -> None:
    assert list(evictions(ast.parse(text)))


def test_one_module_forgets() -> None:
    seen = {
        f"{path}:{line}"
        for path in python_files(*PACKAGES)
        for line in (
            *evictions(syntax_tree(path)),
            *(0 for name in imported_modules(path) if name.startswith("cachetools")),
        )
        if path != EVICTING
    }
    assert seen == set()


def test_what_is_kept_for_good_is_of_few_arguments() -> None:
    found = {
        f"{path.with_suffix('').as_posix().replace('/', '.')}.{function.name}"
        for path in python_files(*PACKAGES)
        for function in ast.walk(syntax_tree(path))
        if isinstance(function, ast.FunctionDef) and function.args.args and is_unbounded(function)
    }
    assert found == set(UNBOUNDED)


def test_lines_of_users_texts_are_kept_while_they_are_short() -> None:
    """Bounded by entries alone, a cache of lines as long as a source is allowed to be would hold
    gigabytes: `line_cache` leaves long ones out."""
    found = {
        f"{path}:{function.name}"
        for path in python_files("compiler_core")
        if "host" in path.parts
        for function in ast.walk(syntax_tree(path))
        if isinstance(function, ast.FunctionDef)
        and any("cache" in ast.unparse(decorator) for decorator in function.decorator_list)
        and [argument.arg for argument in function.args.args[:1]] == ["text"]
    }
    assert found == set()


def test_containers_of_modules_say_what_bounds_them() -> None:
    found = {
        f"{path.with_suffix('').as_posix().replace('/', '.')}.{name}"
        for path in python_files(*PACKAGES)
        for name in empty_containers(syntax_tree(path))
    }
    assert found == set(GROWING)


def evictions(tree: ast.Module) -> Iterator[int]:
    """Lines that take the oldest or all out of a container."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="popitem" | "move_to_end"):
                yield node.lineno
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="clear")) if name.strip(
                "_"
            ).isupper():
                yield node.lineno
            case ast.Delete(targets=[ast.Subscript(slice=key)]) if takes_first(key):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="pop"), args=[key, *_]) if takes_first(key):
                yield node.lineno
            case _:
                pass


def takes_first(key: ast.expr) -> bool:
    """Whether it says `next(iter(…))`."""
    return ast.unparse(key).startswith("next(iter(")


def is_unbounded(function: ast.FunctionDef) -> bool:
    """Whether it is cached without a limit."""
    limits = ("cache", "functools.cache", "lru_cache(maxsize=None)", "lru_cache(None)")
    return any(ast.unparse(decorator) in limits for decorator in function.decorator_list)


def empty_containers(tree: ast.Module) -> Iterator[str]:
    """Names of a module's own containers that begin empty."""
    for node in tree.body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        text = ast.unparse(node.value)
        kind = text.partition("(")[0].partition("[")[0]
        makes = kind in ("dict", "set", "list", "deque", "defaultdict", "Counter", "OrderedDict")
        if text in ("{}", "[]") or (makes and text.endswith("()")) or kind.startswith("Weak"):
            yield ast.unparse(target)
