"""What a query or form says is read into models in one place, and nowhere by the field."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.project import python_files, syntax_tree

BOUNDARY = Path("app/serving/addresses.py")
BY_HAND = {
    Path("app/addresses/chips.py"): "a view declares its own values, whose bounds the chip decides",
    Path(
        "app/soc/profile_loop_apart.py"
    ): "the process that answers is chosen before anything is read",
    Path("app/soc/profile_loop_request.py"): "values of a chip's page that were read already",
    Path("app/tasks"): "what the web process hands on, its path among it",
    Path("app/lab/views"): "what was refused is shown again as it was typed",
}
OF_A_REQUEST = ("FormData", "QueryParams", "Values")
TEXTS = ("Mapping[str, str]", "dict[str, str]")
NAMES = ("form", "given", "query", "query_params", "typed", "values")
MADE_OF_A_REQUEST = ("fields_of", "sent_form", "texts_of")
TAKING = ("get", "getlist")


def test_fields_of_addresses_and_forms_are_read_into_models() -> None:
    read = {
        f"{path}:{line}": path
        for path in python_files("app")
        if path != BOUNDARY
        for line in raw_fields(syntax_tree(path))
    }
    assert [place for place, path in read.items() if not _by_hand(path)] == []
    assert {reason for path in read.values() if (reason := _by_hand(path))} == set(BY_HAND.values())


def _by_hand(path: Path) -> str:
    return next((why for known, why in BY_HAND.items() if path.is_relative_to(known)), "")


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("def f(form: FormData):\n    return form.get('act', '')", True),
        ("def f(values: Mapping[str, str]):\n    return values['source']", True),
        ("def f(visit, typed: dict[str, str]):\n    return typed.get('id')", True),
        ("async def f(request):\n    return request.query_params.getlist('show')", True),
        ("async def f(r):\n    async with form_of(r) as form:\n        return form.get('a')", True),
        ("def f(r):\n    values = texts_of(r)\n    return values.get('name')", True),
        ("def f(r):\n    return texts_of(r)['name']", True),
        ("def f(form: FormData):\n    return read_as(Pressed, form).act", False),
        ("def f(sizes: Mapping[str, int]):\n    return sizes.get('bytes')", False),
        ("def f(form: FormData, name: str):\n    return form.getlist(name)", False),
    ],
)
def test_the_check_finds_them(text: str, reads: bool) -> None:
    assert bool(list(raw_fields(ast.parse(text)))) == reads


def raw_fields(tree: ast.AST) -> Iterator[int]:
    """Lines that take a field by its name out of what a request says."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        mappings = set(_mappings_of(function))
        for node in ast.walk(function):
            taken = _taken_from(node)
            if taken is None:
                continue
            if ast.unparse(taken) in mappings or _is_made_of_a_request(taken):
                yield taken.lineno


def _mappings_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Names within it of queries and forms: by their type, or by what they are made of."""
    yield "request.query_params"
    for parameter in (*function.args.args, *function.args.kwonlyargs):
        said = ast.unparse(parameter.annotation) if parameter.annotation else ""
        of_texts = parameter.arg in NAMES and any(said.startswith(kind) for kind in TEXTS)
        if of_texts or any(kind in said for kind in OF_A_REQUEST):
            yield parameter.arg
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and _is_made_of_a_request(node.value):
            yield from (ast.unparse(target) for target in node.targets)
        elif isinstance(node, ast.withitem) and _calls(node.context_expr) == "form_of":
            yield ast.unparse(node.optional_vars) if node.optional_vars else ""


def _is_made_of_a_request(value: ast.expr) -> bool:
    made = "query_params" in ast.unparse(value) or _calls(value) in MADE_OF_A_REQUEST
    return made or (isinstance(value, ast.Await) and _is_made_of_a_request(value.value))


def _calls(value: ast.expr) -> str:
    return ast.unparse(value.func) if isinstance(value, ast.Call) else ""


def _taken_from(node: ast.AST) -> ast.expr | None:
    """Out of what a text by its name is taken here."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=mapping, attr=method),
            args=[ast.Constant(value=str()), *_],
        ) if method in TAKING:
            return mapping
        case ast.Subscript(value=mapping, slice=ast.Constant(value=str()), ctx=ast.Load()):
            return mapping
    return None
