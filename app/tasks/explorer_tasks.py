"""The explorer's pages, and those of a shared loop."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.analysis.parts import tell_part
from app.analysis.task import FinishedAnswer, Task, finished
from app.links.shared_state import shared_state
from app.loop.explorer import ExplorerAnswer, answer, moments, section_of
from app.loop.explorer_state import Pressed, read_state
from app.loop.loop_request import LoopRequest
from app.loop.offline import offline_file
from app.loop.views.embed import EmbedPage
from app.loop.views.figure import FigureView, figure_view
from app.loop.views.loop_section import LoopSection
from app.loop.views.settings import sentence
from app.loop.views.share import share_view
from app.serving.addresses import read_as, whole
from app.serving.bodies import StrictBody
from app.serving.content_policy import content_policy
from app.serving.templating import Page, render_text
from app.tasks.answering import fields_of, page_answer, texts_of
from compiler_core.errors import InputError
from compiler_core.host.compilation import Compilation
from compiler_core.host.compilation_text import compilation_text
from compiler_core.host.compile import compile_source

_NO_MOMENT = ("The first moment must be a small whole number.", "Send from=0.")


def explorer(task: Task) -> FinishedAnswer:
    """The state of the form, else of the query; without one, an empty editor."""
    values = fields_of(task.form or task.query)
    toggled = read_as(Pressed, fields_of(task.form)).toggle
    return _shown(task, answer(_plain(task, read_state(values)), toggled))


class FirstMoment(StrictBody):
    """From which moment of a recording on."""

    first: Annotated[int, whole(4, _NO_MOMENT)] = Field(alias="from")


def frames(task: Task) -> FinishedAnswer:
    """Some moments of the recording that the form's state asks for, as HTML in one piece."""
    form = fields_of(task.form)
    first = read_as(FirstMoment, form).first
    return page_answer(task, Page("frames.html", moments(read_state(form), first)))


def section(task: Task) -> FinishedAnswer:
    """What takes long in the pane of the form's state; the query says what. As far as it is, it is
    told in parts."""
    request = read_state(fields_of((*task.form, *task.query)))
    page = section_of(request, lambda part: tell_part(_section_text(task, part).encode()))
    return finished(200, _section_text(task, page).encode(), "text/html; charset=utf-8", False)


def _section_text(task: Task, page: LoopSection) -> str:
    return render_text(Page("loop_section.html", page), task.path)


def shared(task: Task) -> FinishedAnswer:
    """The explorer with a shared state, or its listing as text."""
    request = _plain(task, shared_state(task.shared))
    if "text/plain" in task.accept:
        compilation = _compile(request)
        text = compilation_text(compilation).encode("utf-8", "replace")
        return finished(200 if compilation.ok else 422, text, "text/plain; charset=utf-8", False)
    links = share_view(texts_of(task.query)["name"], task.base)
    return _shown(task, answer(request, share=links))


def embedded(task: Task) -> FinishedAnswer:
    """Source and listing alone, for a frame in slides."""
    request = shared_state(task.shared)
    link = f"/z/{texts_of(task.query)['name']}"
    title = sentence(request.compiler, request.flags.split())
    try:
        page = EmbedPage(title, _figure(request, link), "", link)
    except InputError as error:
        page = EmbedPage(title, None, str(error), link)
    return page_answer(task, Page("embed.html", page))


def offline(task: Task) -> FinishedAnswer:
    """The same as one file to keep."""
    name = texts_of(task.query)["name"]
    link = f"{task.base}/z/{name}"
    figure = _figure(shared_state(task.shared), link)
    text = offline_file(figure, figure.setting, link).encode("utf-8", "replace")
    header = ("Content-Disposition", f'attachment; filename="loop-{name}.html"')
    return finished(200, text, "text/html; charset=utf-8", False, (header,))


def _plain(task: Task, request: LoopRequest) -> LoopRequest:
    """Without analysis there is the listing and nothing else."""
    return request.changed(pane="listing") if task.plainly else request


def _shown(task: Task, explorer_answer: ExplorerAnswer) -> FinishedAnswer:
    policy = content_policy(style_nonce=explorer_answer.page.style_nonce)
    page = Page("explorer.html", explorer_answer.page, fragment=("result", "settings"))
    return page_answer(task, page, explorer_answer.status, (("Content-Security-Policy", policy),))


def _compile(request: LoopRequest) -> Compilation:
    return compile_source(request.sources(), request.compiler, request.flags, request.filters)


def _figure(request: LoopRequest, link: str) -> FigureView:
    compilation = _compile(request)
    if not compilation.ok:
        raise InputError(compilation.message or "The compiler gives no assembly for this loop.")
    return figure_view(request.sources(), compilation, link)
