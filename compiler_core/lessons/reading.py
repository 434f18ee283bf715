"""Lessons from their folders: `lesson.md` (front matter, prose, live blocks) and `claims.yaml`.

`content/lessons/index.yaml` lists the folders in reading order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import CLAIMS_FILE, LESSONS_FOLDER, read_claims
from compiler_core.content_files import (
    ContentError,
    LinesOfYaml,
    Rule,
    parse_yaml,
    read_file,
    read_record,
)
from compiler_core.errors import UnknownName
from compiler_core.lessons.blocks import READERS, FencedBlock, read_block
from compiler_core.lessons.lesson import (
    ClaimNote,
    Course,
    Lesson,
    Prediction,
    Prose,
    Section,
    Track,
)
from compiler_core.lessons.linked_text import linked_tokens, open_terms
from compiler_core.lessons.markdown import parser

LESSON_FILE = "lesson.md"
_RULE = "---\n"
_LESSON_LINK = re.compile(r"\]\(lesson:([a-z0-9-]+)\)")
_PAGES_LIKE_LESSONS = ("atlas", "folklore", "map")
_LANGUAGES = ("asm", "c", "cpp", "llvm", "mlir", "python", "sh", "text")


@dataclass(frozen=True, slots=True, kw_only=True)
class _HeadEntry:
    title: str
    short: str
    idea: str
    course: Course
    minutes: Annotated[int, Rule(ge=1)]
    track: Track = "loop"
    needs: tuple[str, ...] = ()


@cache
def load_lessons() -> tuple[Lesson, ...]:
    """All lessons in reading order. Raises ContentError."""
    return read_lessons(LESSONS_FOLDER)


def find_lesson(identifier: str) -> Lesson:
    """Raises UnknownName."""
    for lesson in load_lessons():
        if lesson.id == identifier:
            return lesson
    raise UnknownName(
        f"There is no lesson {identifier!r}.",
        "`lowlab lessons` and the page /learn list all of them.",
    )


def read_lessons(folder: Path) -> tuple[Lesson, ...]:
    """The lessons of one folder's index. Raises ContentError."""
    index = folder / "index.yaml"
    names: list[str] = []
    for number, name in enumerate(read_file(index, tuple[str, ...])):
        location = f"{index}, line {LinesOfYaml.of_file(index).at(number)}"
        if not (folder / name / LESSON_FILE).is_file():
            raise ContentError(f"{location}: expected a folder with {LESSON_FILE}, found {name!r}.")
        if name in names:
            raise ContentError(f"{location}: the lesson {name!r} stands here twice.")
        names.append(name)
    lessons = tuple(read_lesson(folder / name) for name in names)
    for lesson in lessons:
        file = folder / lesson.id / LESSON_FILE
        _check_lessons_named(lesson, file, {*names, *_PAGES_LIKE_LESSONS})
    return lessons


def _check_lessons_named(lesson: Lesson, file: Path, known: set[str]) -> None:
    """What a lesson needs and links to. Raises ContentError."""
    unknown = [name for name in lesson.needs if name not in known]
    if unknown:
        line = LinesOfYaml(_split(file)[0]).at("needs")
        raise ContentError(
            f"{file}, line {line}: needs: there is no lesson {unknown[0]!r} in the index."
        )
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for name in _LESSON_LINK.findall(line):
            if name not in known:
                raise ContentError(f"{file}, line {number}: there is no lesson {name!r}.")


def read_lesson(folder: Path) -> Lesson:
    """One lesson. Raises ContentError."""
    file = folder / LESSON_FILE
    yaml, body = _split(file)
    value = parse_yaml(f"{file}, line 1, front matter", yaml)
    head = read_record(str(file), value, _HeadEntry, LinesOfYaml(yaml))
    claims = read_claims(folder / CLAIMS_FILE)
    sections = read_sections(file, body, claims)
    return Lesson(id=folder.name, **asdict(head), sections=sections, claims=claims)


def _split(file: Path) -> tuple[str, str]:
    """Front matter and body, each with empty lines above, so that its lines are the file's."""
    try:
        text = file.read_text(encoding="utf-8")
        start, head, body = text.split(_RULE, 2)
    except (OSError, ValueError) as error:
        raise ContentError(
            f"{file}, line 1: front matter between two lines of --- is missing."
        ) from error
    if start:
        raise ContentError(f"{file}, line 1: the front matter must come first.")
    above = "\n" * (text.count("\n") - body.count("\n"))
    return "\n" + head, above + body


def read_sections(file: Path, body: str, claims: Sequence[Claim]) -> tuple[Section, ...]:
    """Prose and live blocks of a text, in order. Raises ContentError."""
    placed = tuple(_sections(file, body, claims))
    predicted = {section.claim for _, section in placed if isinstance(section, Prediction)}
    for location, section in placed:
        if isinstance(section, ClaimNote) and section.claim.id in predicted:
            # A prediction shows its claim with the answer; shown elsewhere it gives it away.
            raise ContentError(f"{location}: {section.claim.id} is the answer to a prediction.")
    return tuple(section for _, section in placed)


def _sections(file: Path, body: str, claims: Sequence[Claim]) -> Iterator[tuple[str, Section]]:
    """Each with its place, for what is said of it."""
    by_id = {claim.id: claim for claim in claims}
    prose: list[Any] = []
    number = 0
    for token in parser().parse(body):
        name = token.info.strip() if token.type == "fence" else ""
        if name not in READERS:
            if name and name not in _LANGUAGES:
                raise ContentError(
                    f"{file}, line {token.map[0] + 1}: no block is called {name!r}; "
                    f"expected one of {list(READERS)}."
                )
            prose.append(token)
            continue
        if prose:
            yield _prose(file, prose)
            prose = []
        number += 1
        location = f"{file}, line {token.map[0] + 1}, block {number} ({name})"
        text = "\n" * (token.map[0] + 1) + token.content
        yield location, read_block(name, FencedBlock(file, location, number, text, by_id))
    if prose:
        yield _prose(file, prose)


def _prose(file: Path, tokens: Sequence[Any]) -> tuple[str, Prose]:
    location = f"{file}, from line {tokens[0].map[0] + 1}"
    return location, Prose(linked_tokens(location, tokens, open_terms()))
