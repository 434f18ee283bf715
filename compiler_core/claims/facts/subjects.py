"""What a claim's facts are about: a model that ships under some settings, a chip, an export, what
is computed of a language model, or a page of the atlas under some settings.

A model is compiled in the jail, once for each of its settings, and shared with the pages
(`compiler_core.pipelines.model_runs`). What chips are modelled to do takes milliseconds and is
computed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast, get_args

from compiler_core.basis import Value
from compiler_core.claims.facts.chips import DEFAULTS, ChipCommand, chip_record
from compiler_core.claims.facts.computed import QUESTIONS, Question, computed_record, models_of
from compiler_core.claims.facts.exports import export_record
from compiler_core.claims.facts.fact import Fact, Family
from compiler_core.claims.facts.registry import facts_of
from compiler_core.content_files import ContentError
from compiler_core.errors import InputError
from compiler_core.fault_words import shown_value
from compiler_core.pipelines.model_runs import ShippedRun, TrackName, ended_run, stage_result

if TYPE_CHECKING:
    from compiler_core.pipelines.setting_values import Settings

_FAMILIES: dict[TrackName, Family] = {"graph": "network", "language": "language model"}
_FORMS = (
    "{model: residual}, {language: workshop}, {soc: generic, command: map}, {export: NAME}, "
    "{computed: cache} or {atlas: PAGE}"
)


@dataclass(frozen=True, slots=True)
class ModelSubject:
    """A model that ships, compiled. settings: what differs from the usual, as text."""

    run: ShippedRun
    settings: str

    @property
    def title(self) -> str:
        return f"{self.run.model}{f' with {self.settings}' if self.settings else ''}"

    @property
    def facts(self) -> dict[str, Fact]:
        return facts_of(_FAMILIES[self.run.track])

    def value(self, fact: Fact) -> Value:
        """Raises as `ended_run` does, and FactMissing."""
        return _model_value(self.run, str(ended_run(self.run)), fact)


@lru_cache(maxsize=1024)
def _model_value(run: ShippedRun, folder: str, fact: Fact) -> Value:
    """folder: where the run lies, whose name changes with our own code."""
    return fact.read(stage_result(run, fact.stage))


@dataclass(frozen=True, slots=True)
class ChipSubject:
    """A chip asked by one of its commands. values: of all that the command can be asked. edits:
    figures of the chip that are changed, by key."""

    chip: str
    command: ChipCommand
    values: tuple[tuple[str, str | int], ...]
    edits: tuple[tuple[str, float], ...] = ()

    @property
    def title(self) -> str:
        own = DEFAULTS[self.command]
        changed = [f"{key} {value}" for key, value in self.values if own[key] != value]
        edited = [f"{key} {value:g}" for key, value in self.edits]
        return ", ".join((f"{self.command} on {self.chip}", *changed, *edited))

    @property
    def facts(self) -> dict[str, Fact]:
        return facts_of("chip", self.command)

    def value(self, fact: Fact) -> Value:
        """Raises InputError for what the chip cannot be asked, and FactMissing."""
        return fact.read(_chip_record(self))


@lru_cache(maxsize=64)
def _chip_record(subject: ChipSubject) -> object:
    values, edits = dict(subject.values), dict(subject.edits)
    return chip_record(subject.chip, subject.command, values, edits)


@dataclass(frozen=True, slots=True)
class ComputedSubject:
    """What is computed of a language model. values: of all that the question has."""

    question: Question
    values: tuple[tuple[str, str | int], ...]

    @property
    def title(self) -> str:
        return ", ".join((self.question, *(f"{key} {value}" for key, value in self.values)))

    @property
    def facts(self) -> dict[str, Fact]:
        return facts_of("computed", self.question)

    def value(self, fact: Fact) -> Value:
        """Raises InputError and UnknownName."""
        return fact.read(_computed_record(self))


@lru_cache(maxsize=64)
def _computed_record(subject: ComputedSubject) -> object:
    return computed_record(subject.question, dict(subject.values))


@dataclass(frozen=True, slots=True)
class ExportSubject:
    """A module of `content/exports` whose export does not do what one expects."""

    hazard: str

    @property
    def title(self) -> str:
        return f"the export of {self.hazard}"

    @property
    def facts(self) -> dict[str, Fact]:
        return facts_of("export")

    def value(self, fact: Fact) -> Value:
        """Raises UnknownName."""
        return fact.read(export_record(self.hazard))


@dataclass(frozen=True, slots=True)
class AtlasSubject:
    """A page of the atlas. settings: what differs from the usual."""

    page: str
    settings: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        changed = [f"{name} {value}" for name, value in self.settings]
        return ", ".join((f"the atlas page {self.page}", *changed))

    @property
    def facts(self) -> dict[str, Fact]:
        from compiler_core.claims.facts.atlas import atlas_facts

        return atlas_facts(self.page)

    def value(self, fact: Fact) -> Value:
        """Raises InputError for settings that the page refuses together, and ToolMissing."""
        from compiler_core.atlas.run import run_live

        return fact.read(run_live(self.page, dict(self.settings)))


Subject = ModelSubject | ChipSubject | ComputedSubject | ExportSubject | AtlasSubject


def fact_named(location: str, subject: Subject, name: object) -> Fact:
    """The subject's fact of this name. Raises ContentError with the nearest one."""
    known = subject.facts
    if name in known:
        return known[str(name)]
    near = get_close_matches(str(name), known, 1, 0.4)
    advice = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(sorted(known))}."
    raise ContentError(f"{location}: {subject.title} has no fact {name!r}.", advice)


def read_subject(location: str, of: object) -> Subject:
    """Raises ContentError for anything but the forms above, and for names that are none."""
    if not isinstance(of, dict):
        raise ContentError(f"{location} must be {_FORMS}.")
    _check_values(location, of)
    try:
        if "computed" in of:
            return _computed(location, of)
        if "soc" in of:
            return _chip(location, of)
        if "model" in of:
            return _model(location, "graph", "model", of)
        if "language" in of:
            return _model(location, "language", "language", of)
        if "atlas" in of:
            return _atlas(of)
        if set(of) == {"export"}:
            export_record(str(of["export"]))
            return ExportSubject(str(of["export"]))
    except ContentError:
        raise
    except InputError as error:
        raise ContentError(f"{location}: {error.message}", error.advice) from error
    raise ContentError(f"{location}: expected {_FORMS}, found {of!r}.")


def _check_values(location: str, of: Mapping[str, Any]) -> None:
    for key, value in of.items():
        if key != "set" and not isinstance(value, str | int | float):
            shown = shown_value(value)
            raise ContentError(f"{location}: {key} must be a text or a number, found {shown}.")


def _model(location: str, track: TrackName, key: str, of: Mapping[str, Any]) -> ModelSubject:
    name = str(of[key])
    if name not in _shipped(track):
        raise ContentError(
            f"{location}: there is no model {name!r} of this kind.",
            f"There are: {', '.join(_shipped(track))}.",
        )
    given = {own: value for own, value in of.items() if own != key}
    if name in _without_weights():
        given = {"weights": "random", **given}
    usual, made = _settings(track, {}), _settings(track, given)
    unknown = sorted(set(given) - set(usual.values()))
    if unknown:
        near = get_close_matches(unknown[0], usual.values(), 1)
        advice = (
            f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(usual.values())}."
        )
        raise ContentError(f"{location}: there is no setting {unknown[0]!r}.", advice)
    changed = ", ".join(f"{name} {value}" for name, value in made.query().items())
    return ModelSubject(ShippedRun(track, name, made), changed)


def _settings(track: TrackName, values: Mapping[str, object]) -> Settings:
    if track == "graph":
        from compiler_core.graph.settings import settings_of

        return settings_of(values)
    from compiler_core.llm.settings import settings_of as language_settings_of

    return language_settings_of(values)


@lru_cache(maxsize=1)
def _without_weights() -> tuple[str, ...]:
    """Networks whose file holds no weights of worth; only random ones run."""
    from compiler_core.graph.evaluation.light import LIGHT_MODELS

    return tuple(model.id for model in LIGHT_MODELS)


@lru_cache(maxsize=2)
def _shipped(track: TrackName) -> tuple[str, ...]:
    if track == "graph":
        from compiler_core.graph.evaluation.shipped import shipped_models

        return (*(shipped_model.id for shipped_model in shipped_models()), *_without_weights())
    from compiler_core.llm.evaluation.shipped import shipped_language_models

    return tuple(model.id for model in shipped_language_models())


def _atlas(of: Mapping[str, Any]) -> AtlasSubject:
    from compiler_core.atlas.pages import page_named
    from compiler_core.atlas.run import changed_settings
    from compiler_core.atlas.settings import read_settings

    page = page_named(str(of["atlas"]))
    settings = read_settings(page, {key: str(value) for key, value in of.items() if key != "atlas"})
    return AtlasSubject(page.name, tuple(changed_settings(page, settings).items()))


def _chip(location: str, of: Mapping[str, Any]) -> ChipSubject:
    from compiler_core.soc.editing import edited_soc
    from compiler_core.soc.reading import soc_named

    command = of.get("command")
    if command not in get_args(ChipCommand):
        raise ContentError(
            f"{location}: command must be one of {', '.join(get_args(ChipCommand))}."
        )
    options = {key: value for key, value in of.items() if key not in ("soc", "command", "set")}
    values = _asked(location, str(command), DEFAULTS[cast("ChipCommand", command)], options)
    edits = checked_figures(f"{location}, set", of.get("set", {}))
    edited_soc(soc_named(str(of["soc"])), edits)
    return ChipSubject(str(of["soc"]), cast("ChipCommand", command), values, tuple(edits.items()))


def checked_figures(location: str, given: object) -> dict[str, float]:
    """Changed figures by key. Raises ContentError for anything but numbers."""
    if not isinstance(given, dict) or not all(
        type(figure) in (int, float) for figure in given.values()
    ):
        raise ContentError(f"{location} must be figures of the chip with numbers.")
    return {str(key): float(value) for key, value in given.items()}


def _computed(location: str, of: Mapping[str, Any]) -> ComputedSubject:
    question = of["computed"]
    if question not in QUESTIONS:
        raise ContentError(f"{location}: computed must be one of {', '.join(QUESTIONS)}.")
    options = {key: value for key, value in of.items() if key != "computed"}
    values = _asked(location, question, QUESTIONS[cast("Question", question)], options)
    known = models_of(cast("Question", question))
    if dict(values)["model"] not in known:
        raise ContentError(
            f"{location}: {question} is computed of no model {dict(values)['model']!r}.",
            f"There are: {', '.join(known)}.",
        )
    return ComputedSubject(cast("Question", question), values)


def _asked(
    location: str, what: str, usual: Mapping[str, str | int], options: Mapping[str, Any]
) -> tuple[tuple[str, str | int], ...]:
    """All values, the usual ones where nothing is said."""
    unknown = sorted(set(options) - set(usual))
    if unknown:
        raise ContentError(
            f"{location}: {what} cannot be asked for {unknown[0]!r}; known: {', '.join(usual)}."
        )
    values = {key: options.get(key, value) for key, value in usual.items()}
    for key, value in values.items():
        if type(value) is not type(usual[key]):
            raise ContentError(f"{location}: {key} must be {type(usual[key]).__name__}.")
    return tuple(values.items())
