"""Claims files to claims: YAML beside a lesson, every key checked when it is read.

A file is a list of claims. The keys `source` (a file beside the claims, `lesson:NAME/FILE` beside
another lesson's, `soc:FILE` beside the chips, or `example:ID` from the gallery; two files as a
list), `flags`, `function` and `line` may stand at the claim and be changed by a statement. `line`
is a number, or a text that stands on one line of the source. A claim with the key `of` is about
facts of a model or chip (`claims/facts/subjects.py`): its `holds` are rows of facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from compiler_core.claims.claim import Break, Claim, ClaimSetting, Expectation, Statement
from compiler_core.claims.compiler_range import OF_CORE, parse_compiler_range
from compiler_core.claims.facts.subjects import read_subject
from compiler_core.claims.kinds.facts import read_fact
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    LinesOfYaml,
    checked_mapping,
    checked_text,
    read_list,
    read_source,
)
from compiler_core.errors import UnknownName
from compiler_core.examples import find_example
from compiler_core.source import SourceFile

CLAIMS_FILE = "claims.yaml"
LESSONS_FOLDER = CONTENT_FOLDER / "lessons"
ATLAS_FOLDER = CONTENT_FOLDER / "atlas"
SETTING_KEYS = {"source", "flags", "function", "line"}
_CLAIM_KEYS = {"id", "says", "holds", "differs", "breaks", *SETTING_KEYS}
_STATEMENT_KEYS = {"compilers", "says", "expect", *SETTING_KEYS}
_OTHER_LESSON = re.compile(r"lesson:(?P<lesson>[a-z0-9-]+)/(?P<file>[\w-]+\.\w+)")
_OF_CHIPS = re.compile(r"soc:(?P<file>[\w-]+\.\w+)")
_FACT_KEYS = {"id", "says", "of", "holds"}
_BREAK_KEYS = {"title", *_STATEMENT_KEYS}


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
    entries = read_list(file)
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
    fields = checked_mapping(location, entry, _CLAIM_KEYS, {"id", "says"})
    base = {key: fields[key] for key in SETTING_KEYS & set(fields)}
    holds = tuple(_statements(file, f"{location}, holds", base, fields.get("holds", [])))
    differs = tuple(_statements(file, f"{location}, differs", base, fields.get("differs", [])))
    if not holds and not differs:
        raise ContentError(f"{location}: give holds or differs.")
    for statement in differs:
        checked_text(f"{location}, differs: says", statement.says)
    return Claim(
        id=checked_text(f"{location}: id", fields["id"]),
        lesson=file.parent.name,
        says=checked_text(f"{location}: says", fields["says"]),
        holds=holds,
        differs=differs,
        breaks=tuple(
            _break(file, f"{location}, breaks", base, row) for row in fields.get("breaks", [])
        ),
    )


def _fact_claim(
    file: Path, location: str, entry: dict[str, Any], line: Callable[..., int]
) -> Claim:
    fields = checked_mapping(location, entry, _FACT_KEYS, _FACT_KEYS)
    rows = fields["holds"]
    if not isinstance(rows, list) or not rows:
        raise ContentError(f"{location}: holds must be a list of facts.")
    identity = checked_text(f"{location}: id", fields["id"])
    subject = read_subject(f"{file}, line {line('of')}, claim {identity}, of", fields["of"])
    places = [
        f"{file}, line {line('holds', at)}, claim {identity}, holds" for at in range(len(rows))
    ]
    expected = tuple(
        Expectation("fact", read_fact(where, subject, row))
        for where, row in zip(places, rows, strict=True)
    )
    return Claim(
        id=identity,
        lesson=file.parent.name,
        says=checked_text(f"{location}: says", fields["says"]),
        holds=(Statement(OF_CORE, ClaimSetting((), ""), expected),),
        differs=(),
    )


def _statements(
    file: Path, location: str, base: Mapping[str, Any], rows: object
) -> Iterator[Statement]:
    if not isinstance(rows, list):
        raise ContentError(f"{location} must be a list.")
    for row in rows:
        fields = checked_mapping(location, row, _STATEMENT_KEYS, {"compilers", "expect"})
        yield _statement(file, location, {**base, **fields})


def _break(file: Path, location: str, base: Mapping[str, Any], row: object) -> Break:
    fields = checked_mapping(location, row, _BREAK_KEYS, {"compilers", "expect", "title"})
    statement = _statement(file, location, {**base, **fields})
    return Break(checked_text(f"{location}: title", fields["title"]), statement)


def _statement(file: Path, location: str, fields: Mapping[str, Any]) -> Statement:
    compilers = parse_compiler_range(str(fields["compilers"]))
    if compilers is None:
        raise ContentError(
            f"{location}: {fields['compilers']!r} names no compilers; "
            "write gcc, gcc 12, gcc >= 12, clang 14 to 16 or any."
        )
    setting = read_setting(file, location, fields)
    expected = _expectations(file, f"{location}, expect", setting.sources, fields["expect"])
    return Statement(
        compilers=compilers,
        setting=setting,
        expectations=tuple(expected),
        says=str(fields.get("says", "")).strip() if "title" not in fields else "",
    )


def read_setting(file: Path, location: str, fields: Mapping[str, Any]) -> ClaimSetting:
    """The setting that the keys of SETTING_KEYS describe. Raises ContentError."""
    sources = _sources(file, location, fields.get("source"))
    return ClaimSetting(
        sources=sources,
        flags=str(fields.get("flags", "-O3")),
        function=str(fields.get("function", "")),
        line=_line(location, sources[0], fields.get("line", 0)),
    )


def _expectations(
    file: Path, location: str, sources: tuple[SourceFile, ...], entry: object
) -> Iterator[Expectation]:
    fields = checked_mapping(location, entry, set(KIND_BY_NAME), set())
    if not fields:
        raise ContentError(f"{location}: nothing is expected.")
    for name, value in fields.items():
        kind = KIND_BY_NAME[name]
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
    if not 1 <= len(names) <= 2:
        raise ContentError(f"{location}: one or two sources.")
    return tuple(_source(file, location, str(name)) for name in names)


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
    if isinstance(value, int) and 0 <= value <= len(lines):
        return value
    numbers = [number for number, line in enumerate(lines, 1) if str(value) in line]
    if len(numbers) != 1:
        raise ContentError(
            f"{location}: the text {value!r} stands on {len(numbers)} lines of {source.name}; "
            "it must name one."
        )
    return numbers[0]
