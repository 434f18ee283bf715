"""The web application: middleware, routes, error pages, static files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from app.analysis.running import end_analysis, start_analysis
from app.analysis.task import GZIP_FROM_BYTES, GZIP_LEVEL
from app.lab.service import end_lab, start_lab
from app.lab.shares import member_share
from app.model_runs.runs import close_runs
from app.routes import (
    api,
    api_accounts,
    api_lab,
    api_lab_write,
    api_lessons,
    api_model,
    api_runs,
    api_soc,
    api_textbook,
    atlas,
    explorer,
    home,
    lab,
    lab_inventory,
    lab_live,
    lab_manage,
    lab_own,
    lab_sheets,
    lab_write,
    learn,
    model,
    operation,
    pages,
    share,
    soc,
    textbook,
)
from app.serving.clients import KnownClient
from app.serving.errors import install_error_handlers
from app.serving.gate import Gate
from app.serving.log_lines import RequestLog
from app.serving.openapi import install_openapi
from app.serving.security import BodyLimit, SecurityHeaders
from app.serving.static_files import static_files
from app.serving.waiting_page import install_waiting_page
from app.settings import settings
from compiler_core.atlas.pages import PAGES
from compiler_core.lessons.reading import load_lessons
from compiler_core.soc.networks.cnn_fit import fitted_networks
from compiler_core.toolchain.discovery import installed_compilers

# Below these, models and pictures are uploaded.
FILE_PATHS = ("/model", "/api/models")
SMALL_FILE_PATHS = tuple(
    f"{door}/{page.name}"
    for page in PAGES
    if any(control.is_bytes for control in page.controls)
    for door in ("/learn/atlas", "/api/atlas")
)
SMALL_FILE_BYTES = 2 << 20
"""A network of 1 MiB in base 64, and the form around it."""


@asynccontextmanager
async def find_tools(_: FastAPI) -> AsyncIterator[None]:
    """Ask the compilers what they are, read the lessons, and fit what the models of chips stand on,
    before the first visitor waits.
    """
    start_analysis()
    await to_thread.run_sync(installed_compilers)
    await to_thread.run_sync(load_lessons)
    await to_thread.run_sync(fitted_networks)
    await to_thread.run_sync(start_lab)
    yield
    await to_thread.run_sync(end_lab)
    await to_thread.run_sync(end_analysis)
    await to_thread.run_sync(close_runs)


def create_app() -> FastAPI:
    """A fresh application; its own documentation page replaces FastAPI's, which loads a CDN."""
    app = FastAPI(
        title="Lowering Lab",
        version="0.1.0",
        description="Compile C and C++ loops to AArch64 and read what came out.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=find_tools,
    )
    _add_routes(app)
    install_openapi(app)
    install_error_handlers(app)
    install_waiting_page(app)
    _add_middleware(app)
    return app


def _add_routes(app: FastAPI) -> None:
    app.router.routes.append(
        Route("/static/{digest}/{name:path}", static_files.respond, methods=["GET", "HEAD"])
    )
    # Routes are tried one after the other, a hundred take 0.4 ms: what a whole class asks comes
    # first. The atlas comes before /learn/{identifier}.
    modules = (
        api, explorer, lab, operation, api_runs, lab_live, lab_own, home, textbook, atlas, learn,
        lab_inventory, lab_manage, lab_sheets, lab_write, model, share, pages, api_lab,
        api_lab_write, api_accounts, api_model, api_textbook, api_lessons, soc, api_soc,
    )  # fmt: skip
    for module in modules:
        app.include_router(module.router)
    app.include_router(lab_live.shown_router)


def _add_middleware(app: FastAPI) -> None:
    """The last added is the first that a request passes."""
    app.add_middleware(GZipMiddleware, minimum_size=GZIP_FROM_BYTES, compresslevel=GZIP_LEVEL)
    app.add_middleware(
        BodyLimit,
        maximum=settings().body_bytes,
        files=FILE_PATHS,
        file_maximum=settings().file_bytes,
        small_files=SMALL_FILE_PATHS,
        small_maximum=SMALL_FILE_BYTES,
    )
    app.add_middleware(Gate, hosts=settings().allowed_hosts)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(KnownClient, trusted=settings().trusted_proxies, named=member_share)
    app.add_middleware(RequestLog)


app = create_app()
