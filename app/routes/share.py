"""Shared loops: the permanent link, its embed view and its offline file."""

from __future__ import annotations

from anyio import to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.links.new_links import new_links
from app.links.shared_state import shared_state
from app.links.store import link_store
from app.loop.explorer_state import read_state
from app.loop.loop_request import LoopRequest
from app.loop.views.share import SharePage, share_view
from app.serving.answers import answer_request, base_address, task_of
from app.serving.forms import form_of
from app.serving.templating import Page, render, wants_fragment
from compiler_core.asker import current_asker
from compiler_core.errors import InputError

router = APIRouter(include_in_schema=False)


@router.post("/share")
async def share(request: Request) -> Response:
    """Keep the form's state; answer with its links, or go to the permanent one."""
    async with form_of(request) as form:
        state = read_state(form)
    if state.is_empty:
        raise InputError("There is nothing to share yet.", "Paste a loop first.")
    name = await to_thread.run_sync(keep, state)
    if not wants_fragment(request.headers):
        return RedirectResponse(f"/z/{name}", 303)
    page = SharePage(share_view(name, base_address(request)))
    return render(request, Page("share.html", page, fragment=("links",)))


def keep(state: LoopRequest) -> str:
    """Check the sources' limits, then store the state and return its id.

    A new one counts on the client's share. Raises TooManyLinks, and StorageFull as
    `LinkStore.save` does.
    """
    state.sources()
    client = current_asker().client
    return link_store().save(state, lambda: new_links().admit(client))


@router.get("/z/{name}")
async def shared(request: Request, name: str) -> Response:
    """The explorer with a shared state, or its listing as text."""
    state = await to_thread.run_sync(link_store().load_text, name)
    task = task_of(request, "shared", shared=state)
    return await answer_request(request, None, task, shared_state(state).kind)


@router.get("/z/{name}/embed")
async def embed(request: Request, name: str) -> Response:
    """Source and listing alone, for a frame in slides. Only this page may be framed."""
    state = await to_thread.run_sync(link_store().load_text, name)
    task = task_of(request, "embed", shared=state)
    return await answer_request(request, None, task, "light")


@router.get("/z/{name}/offline.html")
async def offline(request: Request, name: str) -> Response:
    """The same as one file to keep."""
    state = await to_thread.run_sync(link_store().load_text, name)
    task = task_of(request, "offline", shared=state)
    return await answer_request(request, None, task, "light")
