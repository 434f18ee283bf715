"""Shared loops: the permanent link, its embed view and its offline file."""

from __future__ import annotations

from anyio import to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from app.explorer import Answer, answer
from app.forms import form_of
from app.loop_request import LoopRequest
from app.new_links import new_links
from app.offline import offline_file
from app.plain_text import compilation_text
from app.routes.explorer import read_state, respond
from app.store import link_store
from app.templating import Page, render, wants_fragment
from app.turns import in_turn
from app.view_models.embed import EmbedPage
from app.view_models.figure import FigureView, figure_view
from app.view_models.settings import sentence
from app.view_models.share import SharePage, share_view
from compiler_core.asker import current_asker
from compiler_core.errors import InputError
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import compile_source

router = APIRouter(include_in_schema=False)


@router.post("/share")
async def share(request: Request) -> Response:
    """Keep the form's state; answer with its links, or go to the permanent one."""
    async with form_of(request) as form:
        asked = read_state(form)
    if asked.is_empty:
        raise InputError("There is nothing to share yet.", "Paste a loop first.")
    name = await to_thread.run_sync(keep, asked)
    if not wants_fragment(request.headers):
        return RedirectResponse(f"/z/{name}", 303)
    page = SharePage(share_view(name, base_address(request)))
    return render(request, Page("share.html", page, fragment=("links",)))


def keep(asked: LoopRequest) -> str:
    """Check the sources' limits, then store the state and return its id.

    A new one counts on the client's share. Raises TooManyLinks, and StorageFull as
    `LinkStore.save` does.
    """
    asked.sources()
    client = current_asker().client
    return link_store().save(asked, lambda: new_links().admit(client))


def base_address(request: Request) -> str:
    """`http://host:port` as the visitor typed it."""
    return str(request.base_url).rstrip("/")


@router.get("/z/{name}")
async def shared(request: Request, name: str) -> Response:
    """The explorer with a shared state, or its listing as text."""
    asked = await to_thread.run_sync(link_store().load, name)
    if "text/plain" in request.headers.get("accept", ""):
        compilation = await in_turn(request, "light", _compile, asked)
        return PlainTextResponse(compilation_text(compilation), 200 if compilation.ok else 422)
    links = share_view(name, base_address(request))
    found: Answer = await in_turn(request, asked.kind, answer, asked, share=links)
    return respond(request, found)


@router.get("/z/{name}/embed")
async def embed(request: Request, name: str) -> Response:
    """Source and listing alone, for a frame in slides. Only this page may be framed."""
    asked = await to_thread.run_sync(link_store().load, name)
    page = await in_turn(request, "light", _embed_page, asked, f"/z/{name}")
    return render(request, Page("embed.html", page))


@router.get("/z/{name}/offline.html")
async def offline(request: Request, name: str) -> Response:
    """The same as one file to keep."""
    asked = await to_thread.run_sync(link_store().load, name)
    link = f"{base_address(request)}/z/{name}"
    text = await in_turn(request, "light", _offline_text, asked, link)
    headers = {"Content-Disposition": f'attachment; filename="loop-{name}.html"'}
    return HTMLResponse(text, headers=headers)


def _compile(asked: LoopRequest) -> Compilation:
    return compile_source(asked.sources(), asked.compiler, asked.flags, asked.filters)


def _figure(asked: LoopRequest, link: str) -> FigureView:
    compilation = _compile(asked)
    if not compilation.ok:
        raise InputError(compilation.message or "The compiler gives no assembly for this loop.")
    return figure_view(asked.sources(), compilation, link)


def _embed_page(asked: LoopRequest, link: str) -> EmbedPage:
    title = sentence(asked.compiler, asked.flags.split())
    try:
        return EmbedPage(title, _figure(asked, link), "", link)
    except InputError as error:
        return EmbedPage(title, None, str(error), link)


def _offline_text(asked: LoopRequest, link: str) -> str:
    figure = _figure(asked, link)
    return offline_file(figure, figure.setting, link)
