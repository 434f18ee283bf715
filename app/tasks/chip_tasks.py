"""What pages about chips need of a reader's own loop: it is compiled, run and analysed.

Pages of chips are loaded when one is first asked for: they need as long as all other tasks
together, and a process that is started for a compile would wait for them.
"""

from __future__ import annotations

import msgspec

from app.addresses.chips import soc_request
from app.analysis.task import FinishedAnswer, Task, finished
from app.loop.loop_request import request_from
from app.loop.run_panes import runnable_counts
from app.serving.templating import Page
from app.tasks.answering import page_answer, texts_of
from compiler_core.json_form import record_json
from compiler_core.soc.rooflines.loop_points import loop_work

_MESSAGEPACK = "application/vnd.msgpack"


def counted_loop(task: Task) -> FinishedAnswer:
    """The work of the loop that the query is the explorer's state of, as a `LoopWork`."""
    work = loop_work(runnable_counts(request_from(texts_of(task.query))))
    return finished(200, msgspec.msgpack.encode(work), _MESSAGEPACK)


def profiled_loop(task: Task) -> FinishedAnswer:
    """The page of the profiling exercise."""
    from app.serving.errors import retry_headers
    from app.soc.answers import page_answer as chip_page

    view, given = _address(task)
    answer = chip_page(view, given)
    page = Page("soc.html", answer.page, fragment=("answer", "result"))
    return page_answer(task, page, answer.status, tuple(retry_headers(answer.status).items()))


def profiled_loop_record(task: Task) -> FinishedAnswer:
    """The same as JSON."""
    from app.soc.answers import soc_record

    return finished(200, record_json(soc_record(soc_request(*_address(task)))))


def _address(task: Task) -> tuple[str, dict[str, str]]:
    """The view's name, which stands in the path, and the rest."""
    given = texts_of(task.query)
    return given.pop("view"), given
