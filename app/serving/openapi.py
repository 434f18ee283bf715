"""The OpenAPI document: FastAPI's, with the bodies that handlers read by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.routing import BaseRoute

from app.serving.field_docs import describe_properties
from app.serving.gate import JSON_TYPE

REFERENCE = "#/components/schemas/{model}"
_BODIES: dict[str, type[BaseModel]] = {}
"""By name: what `body_of` documented. No list to keep beside the routes."""


def body_of(model: type[BaseModel]) -> dict[str, Any]:
    """How a body that the handler reads by itself is documented."""
    assert _BODIES.setdefault(model.__name__, model) is model, f"two bodies {model.__name__}"
    reference = {"$ref": REFERENCE.format(model=model.__name__)}
    return {"requestBody": {"required": True, "content": {JSON_TYPE: {"schema": reference}}}}


def install_openapi(app: FastAPI) -> None:
    """Make `app.serving.openapi()` give the whole document."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title=app.title,
        version=app.version,
        description=app.description,
        routes=app.routes,
    )
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for body in _BODIES.values():
        schema = body.model_json_schema(ref_template=REFERENCE)
        schemas.update(schema.pop("$defs", {}))
        schemas[body.__name__] = schema
    describe_properties(schemas, [*_answers(app.routes), *_BODIES.values()])
    return document


def _answers(routes: Iterable[BaseRoute]) -> Iterator[Any]:
    """What each route answers with, those of included routers too."""
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is not None:
            yield from _answers(included.routes)
        elif isinstance(route, APIRoute):
            yield route.response_model
