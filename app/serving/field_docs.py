"""What the OpenAPI document says of a property: the docstring under the record's field.

A class keeps no docstring of its fields at run time, so they are read from the source of its
module, once a module. Records are those that a route's answer is made of, and those within them.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any, get_args, get_type_hints

from pydantic import BaseModel

Schemas = dict[str, dict[str, Any]]


def describe_properties(schemas: Schemas, answers: Iterable[Any]) -> None:
    """Add to each property of the records in `answers` what its field says."""
    for record in _records_within(answers):
        schema = schemas.get(record.__name__) or schemas.get(_long_name(record), {})
        docs = _docs_in(sys.modules[record.__module__]).get(record.__qualname__, {})
        for name, description in schema.get("properties", {}).items():
            if name in docs:
                description.setdefault("description", docs[name])


def _long_name(record: type) -> str:
    """Of one of two records of a name, as pydantic calls it."""
    return f"{record.__module__}.{record.__qualname__}".replace(".", "__")


def _records_within(annotations: Iterable[Any]) -> Iterator[type]:
    """Each record once."""
    waiting = list(annotations)
    seen: set[Any] = set()
    while waiting:
        annotation = waiting.pop()
        waiting += get_args(annotation)
        if not _is_record(annotation) or annotation in seen:
            continue
        seen.add(annotation)
        waiting += get_type_hints(annotation, include_extras=True).values()
        yield annotation


def _is_record(annotation: Any) -> bool:
    return isinstance(annotation, type) and (
        is_dataclass(annotation) or issubclass(annotation, BaseModel)
    )


@cache
def _docs_in(module: ModuleType) -> dict[str, dict[str, str]]:
    """By class and field: the docstring that stands under it."""
    return {
        node.name: dict(_field_docs(node.body))
        for node in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(node, ast.ClassDef)
    }


def _field_docs(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for member, below in pairwise(body):
        match member, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                yield name, inspect.cleandoc(text)
