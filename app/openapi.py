"""The OpenAPI document: FastAPI's, with the bodies that handlers read by themselves."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from app.api_bodies import (
    BisectBody,
    CompileBody,
    CyclesBody,
    DiffBody,
    MatrixBody,
    PassesBody,
    ShareBody,
    TrialBody,
    TrialsBody,
    WhyBody,
)
from app.api_run_bodies import RUN_BODIES

BODIES = (
    *RUN_BODIES,
    CompileBody,
    DiffBody,
    MatrixBody,
    PassesBody,
    WhyBody,
    TrialBody,
    TrialsBody,
    CyclesBody,
    BisectBody,
    ShareBody,
)
REFERENCE = "#/components/schemas/{model}"


def install_openapi(app: FastAPI) -> None:
    """Make `app.openapi()` give the whole document."""

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
    for body in BODIES:
        schema = body.model_json_schema(ref_template=REFERENCE)
        schemas.update(schema.pop("$defs", {}))
        schemas[body.__name__] = schema
    return document
