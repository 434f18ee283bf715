"""Documented commands, word by word: each with what it does, where that stands, and our stage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from compiler_core.atlas.records import DissectedPart, Dissection
from compiler_core.content_files import CONTENT_FOLDER, ContentError, Rule, read_file

COMMANDS_FILE = CONTENT_FOLDER / "atlas" / "tensorrt" / "commands.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSource:
    """Where something stands. version: of the document or the tool that it is about."""

    title: str
    version: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentedWord:
    """A word of a command line. name: by which it is told apart; source: a key of the file's;
    stage: of ours that does the same, "" for none."""

    name: str
    text: str
    says: str
    source: str
    stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentedCommand:
    """Lines of words. precision: of our builder that stands beside it."""

    name: str
    title: str
    precision: str
    lines: tuple[Annotated[tuple[str, ...], Rule(min_length=1)], ...]


@dataclass(frozen=True, slots=True)
class _CommandFile:
    sources: dict[str, DocumentSource]
    words: tuple[DocumentedWord, ...]
    commands: tuple[DocumentedCommand, ...]


@cache
def documented() -> _CommandFile:
    """Raises ContentError for a file that does not fit, and for a word that nobody explains."""
    file = read_file(COMMANDS_FILE, _CommandFile)
    known = {word.name for word in file.words}
    used = {name for command in file.commands for line in command.lines for name in line}
    unknown = (used ^ known) | ({word.source for word in file.words} - file.sources.keys())
    if unknown:
        raise ContentError(f"{COMMANDS_FILE.name}: not on both sides: {', '.join(sorted(unknown))}")
    return file


def command_named(name: str) -> DocumentedCommand:
    """A name that is none is a StopIteration: pages take names from the file."""
    return next(command for command in documented().commands if command.name == name)


def words_of(command: DocumentedCommand) -> tuple[DocumentedWord, ...]:
    """Each once, in the order in which they stand."""
    by_name = {word.name: word for word in documented().words}
    return tuple(
        by_name[name] for name in dict.fromkeys(token for line in command.lines for token in line)
    )


def dissected(command: DocumentedCommand, network: str) -> Dissection:
    """The command as a picture of its words. network: one of ours, on which the links lead."""
    by_name = {word.name: word for word in documented().words}
    pieces: list[tuple[str, str]] = []
    for at, line in enumerate(command.lines):
        pieces += [("\n", "")] if at else []
        for position, name in enumerate(line):
            pieces += [(" ", "")] if position else []
            pieces.append((by_name[name].text, name))
    return Dissection(
        title=f"documented, not run here: {command.title}",
        pieces=tuple(pieces),
        parts=tuple(_part(word, network) for word in words_of(command)),
    )


def _part(word: DocumentedWord, network: str) -> DissectedPart:
    source = documented().sources[word.source]
    links = ((f"{source.title}, {source.version}", source.address),)
    if word.stage:
        links += ((f"our stage: {word.stage}", f"/model/{network}/{word.stage}"),)
    return DissectedPart(name=word.name, text="", says=word.says, links=links)
