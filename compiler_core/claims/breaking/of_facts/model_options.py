"""What may be otherwise about a model that was compiled: its settings, then the model itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import cast

from compiler_core.claims.breaking.of_facts.option import (
    FactChoice,
    Option,
    names_of,
    nearest,
    words_of,
)
from compiler_core.claims.facts.subjects import ModelSubject
from compiler_core.claims.kinds.facts import FactOf
from compiler_core.pipelines.model_runs import ShippedRun, is_kept
from compiler_core.pipelines.setting_choices import SettingChoices

KEYS = {"graph": "model", "language": "language"}
"""How claims name a model of each track."""


def form_of(subject: ModelSubject) -> dict[str, object]:
    """As claims write it."""
    run = subject.run
    return {KEYS[run.track]: run.model, **run.settings.query()}


def model_options(subject: ModelSubject, stages: Collection[str]) -> Iterator[Option]:
    """stages: of the facts in question; a setting that only later ones read changes none."""
    order = _stage_names(subject)
    last = max((order.index(stage) for stage in stages if stage in order), default=len(order))
    for setting in _choices(subject):
        if order.index(setting.stage) <= last:
            yield _option(subject, setting)
    yield _other_models(subject)


def _option(subject: ModelSubject, setting: SettingChoices) -> Option:
    value = subject.run.settings.values()[setting.name]
    own = ",".join(cast("list[str]", value)) if isinstance(value, list) else str(value)
    words = dict(setting.choices)
    others = nearest(tuple(words), own)
    own_words = words.get(own, own)
    return Option(
        key=setting.name,
        group="setting",
        own=own,
        others=tuple(
            FactChoice(
                text=text,
                title=words[text]
                if setting.is_whole
                else f"{setting.title} {words[text]} instead of {own_words}",
                touches=() if setting.is_whole else (*words_of(own), *words_of(text)),
            )
            for text in others
        ),
    )


def _other_models(subject: ModelSubject) -> Option:
    own = subject.run.model
    names = _shipped_names(subject)
    light = _light_names() if subject.run.track == "graph" else ()
    others = (*nearest(names, own), *(model for model in light if model != own))
    return Option(
        key=KEYS[subject.run.track],
        group="model",
        own=own,
        others=tuple(
            FactChoice(
                text=name,
                title=f"the model {name} instead of {own}",
                touches=(*names_of(own), *names_of(name)),
            )
            for name in others
        ),
    )


def _shipped_names(subject: ModelSubject) -> tuple[str, ...]:
    if subject.run.track == "graph":
        from compiler_core.graph.evaluation.shipped import shipped_models

        return tuple(shipped_model.id for shipped_model in shipped_models())
    from compiler_core.llm.evaluation.shipped import shipped_language_models

    return tuple(model.id for model in shipped_language_models())


@lru_cache(maxsize=1)
def _light_names() -> tuple[str, ...]:
    """Large networks, whose files hold no weights of worth."""
    from compiler_core.graph.evaluation.light import LIGHT_MODELS

    return tuple(model.id for model in LIGHT_MODELS)


def _stage_names(subject: ModelSubject) -> tuple[str, ...]:
    if subject.run.track == "graph":
        from compiler_core.graph.stages import STAGE_NAMES

        return STAGE_NAMES
    from compiler_core.llm.stages import STAGE_NAMES as LANGUAGE_STAGE_NAMES

    return LANGUAGE_STAGE_NAMES


def _choices(subject: ModelSubject) -> tuple[SettingChoices, ...]:
    settings = subject.run.settings
    if subject.run.track == "graph":
        from compiler_core.graph.setting_choices import setting_choices
        from compiler_core.graph.settings import CompileSettings

        return setting_choices(cast("CompileSettings", settings))
    from compiler_core.llm.setting_choices import setting_choices as language_choices
    from compiler_core.llm.settings import LanguageSettings

    return language_choices(cast("LanguageSettings", settings))


def run_rank(run: ShippedRun) -> int:
    """How dear a run is: 0 for one that is kept, 2 for a large network, else 1."""
    if is_kept(run):
        return 0
    return 2 if run.model in _light_names() else 1


def least_runs(facts: Sequence[FactOf]) -> tuple[FactOf, ...]:
    """The same facts of runs that end with the last stage needed, where no whole run is kept."""
    return tuple(
        FactOf(_least(fact.subject, facts), fact.name)
        if isinstance(fact.subject, ModelSubject)
        else fact
        for fact in facts
    )


def _least(subject: ModelSubject, facts: Sequence[FactOf]) -> ModelSubject:
    own = [fact.fact for fact in facts if fact.subject == subject]
    if is_kept(subject.run) or any(own_fact.after_stages for own_fact in own):
        return subject
    order = _stage_names(subject)
    last = order[max(order.index(stage_fact.stage) for stage_fact in own)]
    return replace(subject, run=replace(subject.run, last=last))
