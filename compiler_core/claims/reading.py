"""Claims files to claims: YAML beside a lesson, every key checked when it is read.

A file is a list of claims. The keys `source` (a file beside the claims, `lesson:NAME/FILE` beside
another lesson's, `soc:FILE` beside the chips, or `example:ID` from the gallery; two files as a
list), `flags`, `function` and `line` may stand at the claim and be changed by a statement. `line`
is a number, or a text that stands on one line of the source. A claim with the key `of` is about
facts of a model or chip (`claims/facts/subjects.py`): its `holds` are rows of facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from compiler_core.claims.claim import Break, Claim, ClaimSetting, Expectation, Statement
from compiler_core.claims.compiler_range import OF_CORE, parse_compiler_range
from compiler_core.claims.facts.subjects import read_subject
from compiler_core.claims.kinds.facts import read_fact
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.content_files import (
    CONTENT_FOLDER,
    AsWritten,
    ContentError,
    LinesOfYaml,
    Rule,
    read_file,
    read_record,
    read_source,
)
from compiler_core.errors import UnknownName
from compiler_core.examples import find_example
from compiler_core.source import SourceFile

CLAIMS_FILE = "claims.yaml"
LESSONS_FOLDER = CONTENT_FOLDER / "lessons"
ATLAS_FOLDER = CONTENT_FOLDER / "atlas"
_OTHER_LESSON = re.compile(r"lesson:(?P<lesson>[a-z0-9-]+)/(?P<file>[\w-]+\.\w+)")
_OF_CHIPS = re.compile(r"soc:(?P<file>[\w-]+\.\w+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingEntry:
    """The keys of a setting as they stand in a file; None for what is left open."""

    source: object = None
    """A name, or a list of two."""
    flags: AsWritten | None = None
    """As typed."""
    function: str | None = None
    """A symbol or name."""
    line: object = None
    """A number, or a text that stands on one line."""

    def over(self, base: SettingEntry) -> SettingEntry:
        """What this one leaves open is the base's."""
        names = [field.name for field in fields(SettingEntry)]
        own = {name: getattr(self, name) for name in names}
        return SettingEntry(
            **{name: getattr(base, name) if own[name] is None else own[name] for name in names}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _StatementEntry(SettingEntry):
    compilers: str
    expect: dict[str, object]
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _BreakEntry(_StatementEntry):
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClaimEntry(SettingEntry):
    id: str
    says: str
    holds: tuple[_StatementEntry, ...] = ()
    differs: tuple[_StatementEntry, ...] = ()
    breaks: tuple[_BreakEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _FactClaimEntry:
    id: str
    says: str
    of: object
    holds: Annotated[tuple[object, ...], Rule(min_length=1)]


def claims_at(path: Path = LESSONS_FOLDER) -> tuple[Claim, ...]:
    """The claims of one file, of one lesson's folder, or of all lessons under a folder.

    Raises ContentError: for a missing path, an unknown key, an id used twice…
    """
    files = tuple(_files(path))
    if not files:
        raise ContentError(f"There are no claims at {path}.", f"Give a folder with {CLAIMS_FILE}.")
    claims = tuple(claim for file in files for claim in read_claims(file))
    seen: set[str] = set()
    for claim in claims:
        if claim.id in seen:
            raise ContentError(f"The id {claim.id!r} is used by two claims.")
        seen.add(claim.id)
    return claims


def every_claim() -> tuple[Claim, ...]:
    """Those of all lessons, then those of the pages of the atlas. Raises as `claims_at`."""
    return (*claims_at(LESSONS_FOLDER), *claims_at(ATLAS_FOLDER))


def claim_named(identity: str, path: Path | None = None) -> Claim:
    """The claim of this id, of lessons and atlas without a path. Raises ContentError as
    `claims_at`, and UnknownName."""
    claims = every_claim() if path is None else claims_at(path)
    named_claim = next((claim for claim in claims if claim.id == identity), None)
    if named_claim is None:
        close = get_close_matches(identity, [claim.id for claim in claims], n=4, cutoff=0.5)
        advice = f"Close ids: {', '.join(close)}." if close else "`lowlab claims` lists them."
        raise UnknownName(f"No claim is called {identity[:60]!r}.", advice)
    return named_claim


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    elif path.is_dir():
        yield from sorted(path.rglob(CLAIMS_FILE))


@lru_cache(maxsize=256)
def read_claims(file: Path) -> tuple[Claim, ...]:
    """The claims of one file. Raises ContentError, which says the line."""
    entries = read_file(file, tuple[object, ...])
    lines = LinesOfYaml.of_file(file)
    claims: dict[str, Claim] = {}
    for number, entry in enumerate(entries):
        claim = _claim(file, entry, lines, number)
        if claim.id in claims:
            location = f"{file}, line {lines.at(number)}"
            raise ContentError(f"{location}: another claim of this file has the id {claim.id!r}.")
        claims[claim.id] = claim
    return tuple(claims.values())


def _claim(file: Path, entry: object, lines: LinesOfYaml, number: int) -> Claim:
    named = entry.get("id", "without an id") if isinstance(entry, dict) else entry
    location = f"{file}, line {lines.at(number)}, claim {named}"
    if isinstance(entry, dict) and "of" in entry:
        return _fact_claim(file, location, entry, lambda *path: lines.at(number, *path))
    claim = read_record(location, entry, _ClaimEntry)
    if not claim.holds and not claim.differs:
        raise ContentError(f"{location}: give holds or differs.")
    if not all(row.says for row in claim.differs):
        raise ContentError(f"{location}, differs: the key 'says' is missing.")

    def statement(key: str, row: _StatementEntry) -> Statement:
        return _statement(file, f"{location}, {key}", row, row.over(claim))

    return Claim(
        id=claim.id,
        lesson=file.parent.name,
        says=claim.says,
        holds=tuple(statement("holds", row) for row in claim.holds),
        differs=tuple(statement("differs", row) for row in claim.differs),
        breaks=tuple(Break(row.title, statement("breaks", row)) for row in claim.breaks),
    )


def _fact_claim(
    file: Path, location: str, value: dict[str, Any], line: Callable[..., int]
) -> Claim:
    entry = read_record(location, value, _FactClaimEntry)
    subject = read_subject(f"{file}, line {line('of')}, claim {entry.id}, of", entry.of)
    places = [
        f"{file}, line {line('holds', at)}, claim {entry.id}, holds"
        for at in range(len(entry.holds))
    ]
    expected = tuple(
        Expectation("fact", read_fact(where, subject, row))
        for where, row in zip(places, entry.holds, strict=True)
    )
    return Claim(
        id=entry.id,
        lesson=file.parent.name,
        says=entry.says,
        holds=(Statement(OF_CORE, ClaimSetting((), ""), expected),),
        differs=(),
    )


def _statement(file: Path, location: str, entry: _StatementEntry, whole: SettingEntry) -> Statement:
    """whole: its setting, with what the claim says of it."""
    compilers = parse_compiler_range(entry.compilers)
    if compilers is None:
        raise ContentError(
            f"{location}: {entry.compilers!r} names no compilers; "
            "write gcc, gcc 12, gcc >= 12, clang 14 to 16 or any."
        )
    setting = read_setting(file, location, whole)
    expected = _expectations(file, f"{location}, expect", setting.sources, entry.expect)
    says = "" if isinstance(entry, _BreakEntry) else entry.says
    return Statement(compilers, setting, tuple(expected), says)


def read_setting(file: Path, location: str, entry: SettingEntry) -> ClaimSetting:
    """The setting that the entry describes. Raises ContentError."""
    sources = _sources(file, location, entry.source)
    return ClaimSetting(
        sources=sources,
        flags="-O3" if entry.flags is None else entry.flags,
        function=entry.function or "",
        line=0 if entry.line is None else _line(location, sources[0], entry.line),
    )


def _expectations(
    file: Path, location: str, sources: tuple[SourceFile, ...], entry: dict[str, object]
) -> Iterator[Expectation]:
    if not entry:
        raise ContentError(f"{location}: nothing is expected.")
    for name, value in entry.items():
        kind = KIND_BY_NAME.get(name)
        if kind is None:
            raise ContentError(f"{location}: unknown key {name!r}; known: {sorted(KIND_BY_NAME)}.")
        prepared = _prepared(file, f"{location}, {name}", sources, value)
        yield Expectation(name, kind.read(f"{location}, {name}", prepared))


def _prepared(file: Path, location: str, sources: tuple[SourceFile, ...], value: Any) -> Any:
    """Sources and lines named inside an argument, replaced by what they stand for."""
    if not isinstance(value, dict):
        return value
    argument = {key: _prepared(file, location, sources, part) for key, part in value.items()}
    inner = sources
    if "source" in argument:
        inner = argument["source"] = _sources(file, location, argument["source"])
    if "line" in argument:
        argument["line"] = _line(location, inner[0], argument["line"])
    return argument


def _sources(file: Path, location: str, named: object) -> tuple[SourceFile, ...]:
    if named is None:
        raise ContentError(f"{location}: the key 'source' is missing.")
    names = named if isinstance(named, list) else [named]
    texts = [name for name in names if isinstance(name, str)]
    if not 1 <= len(names) <= 2 or texts != names:
        raise ContentError(f"{location}: source must be the name of a file, or a list of two.")
    return tuple(_source(file, location, name) for name in texts)


def _source(file: Path, location: str, name: str) -> SourceFile:
    kind, _, rest = name.partition(":")
    if kind == "example" and rest:
        return find_example(rest).source
    elsewhere = _OTHER_LESSON.fullmatch(name)
    if elsewhere is not None:
        return read_source(location, file.parent.parent / elsewhere["lesson"] / elsewhere["file"])
    of_chips = _OF_CHIPS.fullmatch(name)
    if of_chips is not None:
        return read_source(location, CONTENT_FOLDER / "soc" / of_chips["file"])
    if "/" in name or name.startswith("."):
        raise ContentError(f"{location}: {name!r} must lie beside the claims.")
    return read_source(location, file.parent / name)


def _line(location: str, source: SourceFile, value: object) -> int:
    lines = source.text.split("\n")
    if type(value) is int and 0 <= value <= len(lines):
        return value
    numbers = [number for number, line in enumerate(lines, 1) if str(value) in line]
    if len(numbers) != 1:
        raise ContentError(
            f"{location}: the text {value!r} stands on {len(numbers)} lines of {source.name}; "
            "it must name one."
        )
    return numbers[0]
