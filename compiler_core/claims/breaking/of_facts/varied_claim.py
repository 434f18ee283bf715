"""A claim about facts under other settings: both sides of a comparison move by the same change.

What the two sides of a ratio differ in is what the sentence is about, so a change of that is none
of this sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from compiler_core.claims.breaking.of_facts import chip_options, model_options, other_options
from compiler_core.claims.breaking.of_facts.option import FactChoice, Option
from compiler_core.claims.breaking.record import Group
from compiler_core.claims.claim import Claim, Expectation
from compiler_core.claims.facts.subjects import (
    AtlasSubject,
    ChipSubject,
    ComputedSubject,
    ExportSubject,
    ModelSubject,
    Subject,
    read_subject,
)
from compiler_core.claims.kinds.facts import FactExpectation, FactOf, FactRatio, facts_in
from compiler_core.errors import InputError
from compiler_core.typed_numbers import decimal_number, whole_number

_PLACE = "a changed setting"
_MOST_DIGITS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChange:
    """One setting that differs from a claim's own. text: its value."""

    group: Group
    key: str
    text: str
    title: str
    touches: tuple[str, ...] = ()

    @property
    def written(self) -> str:
        """As `lowlab break --with` takes it."""
        return f"{self.key}={self.text}"


@lru_cache(maxsize=1024)
def options_of(subject: Subject, stages: frozenset[str] = frozenset()) -> tuple[Option, ...]:
    """What may be otherwise about a subject. stages: of the facts in question, all if empty."""
    return tuple(_READ_BY[type(subject)].options(subject, stages))


def form_of(subject: Subject) -> dict[str, Any]:
    """The subject as claims write it."""
    return _READ_BY[type(subject)].form(subject)


@dataclass(frozen=True, slots=True)
class _Reader:
    """What reads one kind of subjects. Only a model's options depend on the facts' stages."""

    options: Callable[[Any, Collection[str]], Iterator[Option]]
    form: Callable[[Any], dict[str, Any]]


_READ_BY: dict[type[Subject], _Reader] = {
    ModelSubject: _Reader(model_options.model_options, model_options.form_of),
    ChipSubject: _Reader(lambda subject, _: chip_options.chip_options(subject),
                         chip_options.form_of),
    AtlasSubject: _Reader(lambda subject, _: other_options.atlas_options(subject),
                          other_options.atlas_form),
    ComputedSubject: _Reader(lambda subject, _: other_options.computed_options(subject),
                             other_options.computed_form),
    ExportSubject: _Reader(lambda subject, _: other_options.export_options(subject),
                           other_options.export_form),
}  # fmt: skip


def option_named(subject: Subject, key: str) -> Option | None:
    """What the subject is now in this, and could be; None where it has no such thing."""
    return next((option for option in options_of(subject) if option.key == key), None)


def with_setting(subject: Subject, option: Option, text: str) -> Subject:
    """The subject with another value. Raises InputError for one that it cannot have."""
    form, key = form_of(subject), option.key
    if option.group == "figure":
        own = cast("dict[str, float]", form.get(chip_options.FIGURES, {}))
        return read_subject(_PLACE, form | {chip_options.FIGURES: own | {key: _number(text)}})
    given: str | int = text
    if isinstance(form.get(key), int):
        number = whole_number(text, _MOST_DIGITS)
        if number is None:
            raise InputError(f"{key} cannot be {text[:40]!r}.", "Give a whole number.")
        given = number
    return read_subject(_PLACE, form | {key: given})


def _number(text: str) -> float:
    number = decimal_number(text)
    if number is None:
        raise InputError(f"A figure cannot be {text[:40]!r}.", "Give a number.")
    return number


def expectations_of(claim: Claim) -> tuple[FactExpectation, ...]:
    """All that the claim expects."""
    return tuple(
        cast("FactExpectation", row.argument) for part in claim.holds for row in part.expectations
    )


def varied(
    expected: Sequence[FactExpectation], change: FactChange
) -> tuple[FactExpectation, ...] | None:
    """All expectations under one more change; None where it does not apply, or alters nothing."""
    try:
        expectations = tuple(_varied(expectation, change) for expectation in expected)
    except InputError:
        return None
    return expectations if expectations != tuple(expected) else None


def _varied(expectation: FactExpectation, change: FactChange) -> FactExpectation:
    """Raises InputError where the sides differ in it, or where a subject cannot have it so."""
    sides = facts_in(expectation)
    options = [option_named(fact_of.subject, change.key) for fact_of in sides]
    if len({option.own for option in options if option is not None}) > 1:
        raise InputError("What is compared differs in this.", "Change something else.")
    moved = [
        FactOf(with_setting(side.subject, option, change.text), side.name) if option else side
        for side, option in zip(sides, options, strict=True)
    ]
    for side in moved:
        if side.name not in side.subject.facts:
            raise InputError(f"There is no {side.name} there.", "Change something else.")
    if isinstance(expectation, FactRatio):
        return replace(expectation, own=moved[0], other=moved[1])
    return replace(expectation, own=moved[0])


def varied_claim(claim: Claim, expected: Sequence[FactExpectation]) -> Claim:
    """The claim with these expectations, for whoever judges claims."""
    rows = iter(expected)
    holds = tuple(
        replace(
            statement,
            expectations=tuple(Expectation(row.kind, next(rows)) for row in statement.expectations),
        )
        for statement in claim.holds
    )
    return replace(claim, holds=holds)


def change_of(option: Option, choice: FactChoice) -> FactChange:
    """One of an option's others."""
    return FactChange(
        group=option.group,
        key=option.key,
        text=choice.text,
        title=choice.title,
        touches=choice.touches,
    )


def written_change(expected: Sequence[FactExpectation], text: str) -> FactChange:
    """A change as `--with` writes it, for these expectations. Raises InputError."""
    key, sign, value = text.partition("=")
    subjects = [fact.subject for row in expected for fact in facts_in(row)]
    options = [option for candidate in subjects if (option := option_named(candidate, key.strip()))]
    if not sign or not options:
        known = dict.fromkeys(knob.key for subject in subjects for knob in options_of(subject))
        raise InputError(
            f"Nothing here can be changed by {text[:60]!r}.",
            f"Write NAME=VALUE; names are: {', '.join(known)}.",
        )
    option = options[0]
    known_choice = next((other for other in option.others if other.text == value), None)
    choice = known_choice or FactChoice(text=value, title=f"{option.key} {value}")
    return change_of(option, choice)


def changed_expectations(claim: Claim, texts: Sequence[str]) -> tuple[FactExpectation, ...]:
    """What the claim expects under changes as `--with` writes them. Raises InputError."""
    expected = expectations_of(claim)
    for text in texts:
        change = written_change(expected, text)
        expectations = varied(expected, change)
        if expectations is None:
            raise InputError(
                f"{text[:60]} does not change this sentence's setting to another one.",
                "It has this value already, cannot have that, or compares two such values.",
            )
        expected = expectations
    return expected
