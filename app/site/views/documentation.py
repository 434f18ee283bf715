"""The API page, made from the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

EXAMPLES: Mapping[str, str] = {
    "/api/compile": (
        "curl --data-binary @loop.c -H 'Accept: text/plain' '{base}/api/compile?flags=-O3'"
    ),
    "/api/diff": (
        "curl {base}/api/diff -H 'Content-Type: application/json' -d "
        '\'{{"source": "int twice(int a) {{ return 2 * a; }}", '
        '"left": {{"flags": "-O0"}}, "right": {{"flags": "-O3"}}}}\''
    ),
    "/api/matrix": (
        "curl {base}/api/matrix -H 'Content-Type: application/json' -d "
        '\'{{"source": "int twice(int a) {{ return 2 * a; }}"}}\''
    ),
    "/api/count": (
        "curl {base}/api/count -H 'Content-Type: application/json' -d "
        '\'{{"source": "int sum(const int *x, int n) {{ int s = 0; while (n) s += x[--n]; '
        'return s; }}", "flags": "-O3", "n": 1000}}\''
    ),
    "/api/share": (
        "curl {base}/api/share -H 'Content-Type: application/json' -d "
        '\'{{"source": "int twice(int a) {{ return 2 * a; }}", "flags": "-O3"}}\''
    ),
}


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of a body or an answer. need: `required` or its default."""

    name: str
    type: str
    need: str
    text: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationView:
    """One address."""

    anchor: str
    """In the page, as `post-api-compile`."""
    method: str
    """Of HTTP, in capitals."""
    path: str
    """As in the OpenAPI document, with names in braces."""
    summary: Markup
    """First sentence of the description, as HTML."""
    text: Markup
    """The description after its first sentence, as HTML; may be empty."""
    takes: tuple[FieldView, ...]
    """Fields of the body."""
    gives: tuple[FieldView, ...]
    """Fields of the answer."""
    example: str
    """A `curl` command that asks this server."""


@dataclass(frozen=True, slots=True)
class DocumentationPage:
    """title: of the page. operations: in the document's order."""

    title: str
    operations: tuple[OperationView, ...]


def documentation_page(document: Mapping[str, Any], base: str) -> DocumentationPage:
    """The page. base: `http://host:port`, for the examples."""
    return DocumentationPage("API", tuple(_operations(document, base)))


def _operations(document: Mapping[str, Any], base: str) -> Iterator[OperationView]:
    schemas = document["components"]["schemas"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            summary, _, rest = operation.get("description", "").partition(". ")
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            answer = operation["responses"].get("200", {}).get("content", {})
            yield OperationView(
                anchor=f"{method}{path.replace('/', '-')}",
                method=method.upper(),
                path=path,
                summary=with_code(f"{summary.rstrip('.')}."),
                text=with_code(rest),
                takes=tuple(_fields(body.get("schema", {}), schemas)),
                gives=tuple(_fields(_item(answer), schemas)),
                example=_example(path, base),
            )


def _example(path: str, base: str) -> str:
    """A path may have braces of its own, where a name stands for something."""
    known = EXAMPLES.get(path)
    return known.format(base=base) if known is not None else f"curl {base}{path}"


def with_code(text: str) -> Markup:
    """Text with `code` between backticks as elements; everything is escaped."""
    parts = text.split("`")
    marked = (
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )
    return Markup("").join(marked)


def _item(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    schema = answer.get("application/json", {}).get("schema", {})
    return schema.get("items", schema)


def _fields(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[FieldView]:
    reference = schema.get("$ref", "").rpartition("/")[2]
    record = schemas.get(reference, schema)
    required = record.get("required", ())
    for name, field in record.get("properties", {}).items():
        default = field.get("default")
        need = "required" if name in required else f"default {default!r}" if default else "optional"
        yield FieldView(name, _type(field), need, with_code(field.get("description", "")))


def _type(field: Mapping[str, Any]) -> str:
    if "$ref" in field:
        return field["$ref"].rpartition("/")[2]
    if "anyOf" in field:
        return " or ".join(_type(part) for part in field["anyOf"])
    if "enum" in field:
        return " or ".join(str(value) for value in field["enum"])
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return field.get("type", "any")
