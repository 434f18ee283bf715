"""A page of the atlas under a reader's settings, and beside the usual ones."""

from __future__ import annotations

import shlex
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import version

from compiler_core.atlas.pages import page_named
from compiler_core.atlas.recorded import moment_file, recorded_moment
from compiler_core.atlas.records import (
    AtlasAnswer,
    AtlasPage,
    PageFinding,
    RecordedPart,
    Settings,
    Teller,
)
from compiler_core.atlas.settings import read_settings
from compiler_core.errors import ToolMissing
from compiler_core.kept import Kept
from compiler_core.toolchain.atlas_tools import last_change, tools_stamp
from compiler_core.toolchain.tool_requests import parent_tools


def _weight(finding: PageFinding) -> int:
    """Lines kept, those between two steps once."""
    return _LEAST_WEIGHT + sum(len(step.after.lines) for step in finding.steps if step.after)


_LEAST_WEIGHT = 1000
_findings: Kept[PageFinding] = Kept(128 * _LEAST_WEIGHT, _weight)


def run_page(name: str, given: Mapping[str, str], tell: Teller | None = None) -> AtlasAnswer:
    """Where the page's tool is missing, its recorded moment of the usual settings. tell: hears how
    far it is, of a page that says so and has to compute.

    Raises UnknownName for the page, InputError for its settings, and ToolMissing where nothing was
    recorded.
    """
    try:
        return run_live(name, given, tell)
    except ToolMissing as missing:
        return _recorded(page_named(name), missing)


def run_live(name: str, given: Mapping[str, str], tell: Teller | None = None) -> AtlasAnswer:
    """The same without recorded moments: claims are about what a tool says now."""
    page = page_named(name)
    settings = read_settings(page, given)
    finding, _ = _findings.get_or_compute(
        (name, tuple(settings.items()), tools_stamp()),
        lambda: page.with_records(_computed(page, settings, tell)),
        lambda outcome: (
            not (page.own_texts(settings) or _has_problem(outcome.recorded_parts) or parent_tools())
        ),
    )
    return _answer(page, settings, finding, finding.version or _own_version())


def _computed(page: AtlasPage, settings: Settings, tell: Teller | None) -> PageFinding:
    if tell is None or page.compute_told is None:
        return page.compute(settings)
    return page.compute_told(settings, tell)


def _has_problem(parts: tuple[RecordedPart, ...]) -> bool:
    """Whether something gave no answer that may give one the next time."""
    return any(part.problem for part in parts)


@cache
def _own_version() -> str:
    return version("lowering-lab")


def page_stamp(name: str) -> tuple[int, ...]:
    """What an answer depends on besides its settings: another stamp after a tool came or went, or
    after the page's moment was recorded anew. Raises UnknownName."""
    return (*tools_stamp(), last_change(moment_file(page_named(name))))


def _recorded(page: AtlasPage, missing: ToolMissing) -> AtlasAnswer:
    moment = recorded_moment(page)
    if moment is None:
        raise missing
    answer = _answer(
        page, read_settings(page, {}), page.with_records(moment.finding), moment.version
    )
    said = f"{missing.message} {missing.advice}"
    return replace(answer, recorded_on=moment.recorded_on, error=said)


def _answer(
    page: AtlasPage, settings: Settings, finding: PageFinding, tool_version: str
) -> AtlasAnswer:
    return AtlasAnswer(
        page=page.name,
        label=page.label,
        tool=page.tool,
        version=tool_version,
        recorded_on="",
        command=command_of(page, settings),
        settings=_told(page, settings),
        sentence=finding.sentence,
        steps=finding.steps,
        facts=finding.facts,
        pictures=finding.pictures,
        plots=finding.plots,
        dissections=finding.dissections,
        maps=finding.maps,
        recorded_parts=finding.recorded_parts,
        recorded_part=finding.recorded_part,
        error="",
    )


def _told(page: AtlasPage, settings: Settings) -> Settings:
    """With a file's name and size in place of its bytes."""
    files = {text.name: text.file for text in page.own_texts(settings) if text.is_bytes}
    return {
        name: f"{files[name]}, {len(b64decode(value)):,} bytes" if name in files else value
        for name, value in settings.items()
    }


def changed_settings(page: AtlasPage, settings: Settings) -> dict[str, str]:
    """What differs from the usual."""
    usual = {control.name: control.usual for control in page.controls}
    return {name: value for name, value in settings.items() if value != usual[name]}


def command_of(page: AtlasPage, settings: Settings) -> str:
    """What prints the same at home, with own programs in files of their usual names."""
    words = ["lowlab", "atlas", "run", page.name]
    files = {control.name: control.file for control in page.own_texts(settings)}
    for name, value in changed_settings(page, settings).items():
        file = files.get(name)
        words += ["--input", f"{name}={file}"] if file else ["--set", f"{name}={value}"]
    return shlex.join(words)
