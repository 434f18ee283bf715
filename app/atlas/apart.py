"""Answers about a reader's own program come from a process apart, all others from this one."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.analysis.from_threads import analysed
from app.analysis.task import Task
from app.atlas.addresses import atlas_address
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.records import AtlasAnswer
from compiler_core.atlas.run import run_page
from compiler_core.atlas.settings import read_settings


def atlas_answer(name: str, given: Mapping[str, str]) -> AtlasAnswer:
    """As `run_page`, and raises as `analysed` does."""
    page = page_named(name)
    settings = read_settings(page, given)
    if not page.own_texts(settings):
        return run_page(name, settings)
    task = Task(
        name="atlas", path=atlas_address(name, {}), query=(("page", name),),
        form=tuple(settings.items()),
    )  # fmt: skip
    return msgspec.msgpack.decode(analysed(task).body, type=AtlasAnswer)
