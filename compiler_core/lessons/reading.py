"""Lessons from their folders: `lesson.md` (front matter, prose, live blocks) and `claims.yaml`.

`content/lessons/index.yaml` lists the folders in reading order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import CLAIMS_FILE, LESSONS_FOLDER, read_claims
from compiler_core.content_files import (
    ContentError,
    LinesOfYaml,
    checked_mapping,
    checked_text,
    parse_yaml,
    read_list,
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
_HEAD_KEYS = {"title", "short", "idea", "track", "course", "minutes", "needs"}
_HEAD_NEEDED = {"title", "short", "idea", "course", "minutes"}
_RULE = "---\n"
_LESSON_LINK = re.compile(r"\]\(lesson:([a-z0-9-]+)\)")
_PAGES_LIKE_LESSONS = ("atlas", "folklore", "map")
_LANGUAGES = ("asm", "c", "cpp", "llvm", "mlir", "python", "sh", "text")


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
    for number, name in enumerate(read_list(index)):
        location = f"{index}, line {LinesOfYaml.of_file(index).at(number)}"
        if not (folder / checked_text(location, name) / LESSON_FILE).is_file():
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
        location = _split(file)[0].place("needs")
        raise ContentError(f"{location}: there is no lesson {unknown[0]!r} in the index.")
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        for name in _LESSON_LINK.findall(line):
            if name not in known:
                raise ContentError(f"{file}, line {number}: there is no lesson {name!r}.")


def read_lesson(folder: Path) -> Lesson:
    """One lesson. Raises ContentError."""
    file = folder / LESSON_FILE
    head, body = _split(file)
    claims = read_claims(folder / CLAIMS_FILE)
    track: Track = head.one_of("track", Track)
    course: Course = head.one_of("course", Course)
    sections = read_sections(file, body, claims)
    return Lesson(
        id=folder.name,
        title=head.text("title"),
        short=head.text("short"),
        idea=head.text("idea"),
        track=track,
        course=course,
        minutes=head.minutes(),
        needs=head.names("needs"),
        sections=sections,
        claims=claims,
    )


@dataclass(frozen=True, slots=True)
class _Head:
    """A lesson's front matter; yaml: its text, with an empty line for the rule above
    it, so that lines are those of the file."""

    file: Path
    fields: Mapping[str, Any]
    yaml: str

    def place(self, key: str) -> str:
        return f"{self.file}, line {LinesOfYaml(self.yaml).at(key)}: {key}"

    def text(self, key: str) -> str:
        return checked_text(self.place(key), self.fields[key])

    def minutes(self) -> int:
        number = self.fields["minutes"]
        if not isinstance(number, int) or number < 1:
            raise ContentError(f"{self.place('minutes')} must be a whole number, found {number!r}.")
        return number

    def names(self, key: str) -> tuple[str, ...]:
        entries = self.fields.get(key, [])
        if not isinstance(entries, list):
            raise ContentError(f"{self.place(key)} must be a list, found {entries!r}.")
        return tuple(checked_text(self.place(key), name) for name in entries)

    def one_of(self, key: str, words: Any) -> Any:
        """One of a literal's words; the first of them where the lesson says nothing."""
        known = get_args(words)
        word = self.fields.get(key, known[0])
        if word not in known:
            raise ContentError(f"{self.place(key)} must be one of {list(known)}, found {word!r}.")
        return word


def _split(file: Path) -> tuple[_Head, str]:
    try:
        text = file.read_text(encoding="utf-8")
        start, head, body = text.split(_RULE, 2)
    except (OSError, ValueError) as error:
        raise ContentError(
            f"{file}, line 1: front matter between two lines of --- is missing."
        ) from error
    if start:
        raise ContentError(f"{file}, line 1: the front matter must come first.")
    location, head = f"{file}, line 1, front matter", "\n" + head
    fields = checked_mapping(location, parse_yaml(location, head), _HEAD_KEYS, _HEAD_NEEDED)
    # In its place, so that a line of the body is that of the file.
    above = "\n" * (text.count("\n") - body.count("\n"))
    return _Head(file, fields, head), above + body


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
