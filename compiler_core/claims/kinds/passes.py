"""Expectations about passes: that a concept is part of the story, that a pass changed a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import Found, Kind, reader_of
from compiler_core.content_files import ContentError
from compiler_core.host.passes.concepts import CONCEPTS
from compiler_core.host.passes.follow import LineMoment, follow_line

LineChange = Literal["added", "removed", "changed", "moved", "hoisted", "vector"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOnLine:
    """Some pass of this name (empty: any) did this to code of this source line."""

    name: str = ""
    line: int
    did: LineChange


def _read_concept(location: str, value: Any) -> str:
    known = [concept.key for concept in CONCEPTS]
    if value not in known:
        raise ContentError(f"{location}: {value!r} is no concept; known: {known}.")
    return value


def _judge_story(case: Case, concept: str) -> Found:
    matches = [step for step in case.timeline.story if step.concept == concept]
    if matches:
        return Found(True, f"{matches[0].pass_name}: {matches[0].sentence}")
    steps = ", ".join(step.concept or step.pass_name for step in case.timeline.story)
    return Found(False, f"the story has {steps or 'no steps'}")


def _judge_no_story(case: Case, concept: str) -> Found:
    finding = _judge_story(case, concept)
    return Found(not finding.holds, finding.text)


def _judge_pass(case: Case, wanted: PassOnLine) -> Found:
    moments = follow_line(case.timeline, wanted.line)
    passes = [moment for moment in moments if moment.kind == "pass"]
    for moment in passes:
        if moment.pass_name.startswith(wanted.name) and getattr(moment, wanted.did):
            return Found(True, f"{moment.pass_name}: {moment.sentence}")
    return Found(False, _what_happened(passes))


def _what_happened(passes: list[LineMoment]) -> str:
    names = ", ".join(dict.fromkeys(moment.pass_name for moment in passes))
    return f"passes that changed the line: {names or 'none'}"


def _describe_pass(wanted: PassOnLine) -> str:
    return f"{wanted.name or 'some pass'} has {wanted.did} code of line {wanted.line}"


PASS_KINDS: tuple[Kind, ...] = (
    Kind("story_has", _read_concept, lambda key: f"the story has the step {key}", _judge_story),
    Kind("story_lacks", _read_concept, lambda key: f"the story lacks {key}", _judge_no_story),
    Kind("pass", reader_of(PassOnLine), _describe_pass, _judge_pass),
)
