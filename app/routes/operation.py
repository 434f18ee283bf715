"""For whoever runs the server: whether it is ready, and its figures."""

from __future__ import annotations

import hmac
from dataclasses import asdict

import orjson
from anyio import to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.lab.waiting_figures import waiting_text
from app.serving.clients import is_from_here
from app.serving.metrics import metrics_text
from app.serving.readiness import readiness
from app.settings import settings
from compiler_core.errors import LoweringLabError

router = APIRouter(include_in_schema=False)
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class MetricsClosed(LoweringLabError):
    """The figures are not for everybody."""

    status = 403


@router.get("/readyz")
async def ready() -> Response:
    """200 while database and jail answer and nothing waits for five minutes, else 503; as JSON."""
    health = await to_thread.run_sync(readiness)
    return Response(
        orjson.dumps(asdict(health)), 200 if health.ready else 503, None, "application/json"
    )


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Figures for Prometheus: to this machine, or to whoever brings the operator's token."""
    if not (is_from_here(request.scope) or _has_token(request)):
        raise MetricsClosed(
            "The figures of this server are told on its own machine only.",
            "Set LOWLAB_METRICS_TOKEN and send it: Authorization: Bearer TOKEN.",
        )
    text = metrics_text() + (await to_thread.run_sync(waiting_text) if settings().lab else b"")
    return Response(text, media_type=METRICS_TYPE)


def _has_token(request: Request) -> bool:
    wanted = settings().metrics_token
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    return bool(wanted) and hmac.compare_digest(sent.encode(), wanted.encode())
