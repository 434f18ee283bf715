"""Answers about a reader's own program come from a process apart, and those of pages that take
seconds of the processor; all others come from this one. What an address holds is kept for a while.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.addresses.atlas import atlas_address
from app.analysis.from_threads import analysed
from app.analysis.task import Task
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.records import AtlasAnswer, Settings, Teller
from compiler_core.atlas.run import page_stamp, run_page
from compiler_core.atlas.settings import read_settings
from compiler_core.kept import Kept

_answers: Kept[AtlasAnswer] = Kept(16)


def atlas_answer(name: str, given: Mapping[str, str], tell: Teller | None = None) -> AtlasAnswer:
    """As `run_page`, and raises as `analysed` does. tell: hears nothing of a process apart."""
    page = page_named(name)
    settings = read_settings(page, given)
    if page.own_texts(settings):
        return _asked(name, settings)
    if not page.apart:
        return run_page(name, settings, tell)
    key = (name, tuple(settings.items()), page_stamp(name))
    answer, _ = _answers.get_or_compute(key, lambda: _asked(name, settings))
    return answer


def _asked(name: str, settings: Settings) -> AtlasAnswer:
    task = Task(
        name="atlas",
        path=atlas_address(name, {}),
        query=(("page", name),),
        form=tuple(settings.items()),
    )
    return msgspec.msgpack.decode(analysed(task).body, type=AtlasAnswer)
