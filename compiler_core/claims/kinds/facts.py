"""Expectations about models and chips: a named fact within a bound, or beside another one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from compiler_core.basis import BASIS_WORDS, Value
from compiler_core.claims.claim import Claim
from compiler_core.claims.facts.fact import Fact, number_text
from compiler_core.claims.facts.subjects import Subject, fact_named, read_subject
from compiler_core.claims.kinds.kind import Bound, Found, read_bound
from compiler_core.content_files import ContentError, read_record
from compiler_core.errors import InputError

PART = "; "
"""Between what was found for one expectation and the next."""
_FORMS = "{fact: …, is: …} or {fact: …, than: …, ratio: …}"


@dataclass(frozen=True, slots=True)
class FactOf:
    """One fact of one subject, by its name."""

    subject: Subject
    name: str

    @property
    def fact(self) -> Fact:
        return self.subject.facts[self.name]

    @property
    def value(self) -> Value:
        """Raises as the subject does."""
        return self.subject.value(self.fact)


@dataclass(frozen=True, slots=True)
class FactBound:
    """The fact has this value: a bound for numbers, else the word or yes or no."""

    own: FactOf
    wanted: Bound | str | bool


@dataclass(frozen=True, slots=True)
class FactRatio:
    """The fact divided by another one lies within a bound."""

    own: FactOf
    other: FactOf
    ratio: Bound


FactExpectation = FactBound | FactRatio


@dataclass(frozen=True, slots=True)
class _FactEntry:
    fact: str
    is_: object = None
    than: object = None
    ratio: object = None


@dataclass(frozen=True, slots=True)
class _OtherFactEntry:
    fact: str
    of: object


def read_fact(location: str, subject: Subject, row: object) -> FactExpectation:
    """One row of a claim's `holds`. Raises ContentError."""
    entry = read_record(location, row, _FactEntry)
    own = FactOf(subject, fact_named(location, subject, entry.fact).name)
    match entry:
        case _FactEntry(than=None, ratio=None) if entry.is_ is not None:
            return FactBound(own, _wanted(location, entry.is_))
        case _FactEntry(is_=None) if entry.than is not None and entry.ratio is not None:
            other = _other(f"{location}, than", subject, entry.than)
            return FactRatio(own, other, read_bound(f"{location}, ratio", entry.ratio))
    keys = ", ".join(row) if isinstance(row, dict) else ""
    raise ContentError(f"{location}: expected {_FORMS}, found the keys {keys}.")


def _wanted(location: str, value: Any) -> Bound | str | bool:
    if isinstance(value, bool):
        return value
    text = str(value).strip()
    is_word = bool(text) and text[0].isalpha()
    return text if is_word else read_bound(f"{location}, is", value)


def _other(location: str, subject: Subject, than: object) -> FactOf:
    """The other fact, by its name, or of another subject."""
    if isinstance(than, str):
        return FactOf(subject, fact_named(location, subject, than).name)
    entry = read_record(location, than, _OtherFactEntry)
    other = read_subject(f"{location}, of", entry.of)
    return FactOf(other, fact_named(location, other, entry.fact).name)


def facts_in(expectation: FactExpectation) -> tuple[FactOf, ...]:
    """All that have to be read to judge it."""
    if isinstance(expectation, FactRatio):
        return (expectation.own, expectation.other)
    return (expectation.own,)


def facts_of_claim(claim: Claim) -> Iterator[FactOf]:
    """All facts that the claim speaks of; none for a claim about compilers of C."""
    for statement in claim.holds if claim.is_of_core else ():
        for row in statement.expectations:
            yield from facts_in(cast("FactExpectation", row.argument))


def basis_of(expectations: Iterable[FactExpectation]) -> str:
    """What their verdict rests on, in words, each of them once."""
    facts = (side for expectation in expectations for side in facts_in(expectation))
    return " and ".join(dict.fromkeys(BASIS_WORDS[fact.fact.basis] for fact in facts))


def judge_fact(wanted: FactExpectation) -> Found:
    """As the facts are here and now. Raises ToolMissing; what cannot be read does not hold."""
    try:
        return judge_values(wanted, tuple(fact.value for fact in facts_in(wanted)))
    except InputError as error:
        return Found(False, str(error))


def judge_values(wanted: FactExpectation, values: tuple[Value, ...]) -> Found:
    """values: of its fact, and of the one beside it."""
    own, name = values[0], wanted.own.name
    shown = wanted.own.fact.said(own)
    text = f"{name}: {shown}"
    if isinstance(wanted, FactRatio):
        other = values[1]
        if isinstance(own, str | bool) or isinstance(other, str | bool) or other == 0:
            return Found(False, f"{text}; there is no ratio.")
        beside = wanted.other.fact.said(other)
        said = f"{wanted.other.name}{_whose(wanted)}: {beside}"
        ratio = f"{number_text(own)} ÷ {number_text(other)} = {number_text(own / other)}"
        return Found(wanted.ratio.holds(own / other), PART.join((text, said, ratio)))
    if isinstance(wanted.wanted, Bound):
        is_number = not isinstance(own, str | bool)
        return Found(is_number and wanted.wanted.holds(float(own)), text)
    return Found(own == wanted.wanted, text)


def told_together(answers: Iterable[Found]) -> str:
    """What was found for several, as one sentence's words; what several ask for is said once."""
    parts = dict.fromkeys(
        part for answer in answers for part in answer.text.rstrip(".").split(PART)
    )
    return PART.join(parts)


def _whose(wanted: FactRatio) -> str:
    same = wanted.own.subject == wanted.other.subject
    return "" if same else f" of {wanted.other.subject.title}"


def describe_fact(wanted: FactExpectation) -> str:
    """What is expected, as the end of "Expected: "."""
    name = wanted.own.name
    if isinstance(wanted, FactRatio):
        return f"{name} ÷ {wanted.other.name}{_whose(wanted)}: {wanted.ratio.text}"
    if isinstance(wanted.wanted, Bound):
        return f"{name}: {wanted.wanted.text}"
    return f"{name}: {wanted.own.fact.said(wanted.wanted)}"
