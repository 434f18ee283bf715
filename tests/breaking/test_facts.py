"""Sentences about models, chips and atlas pages: what breaks one does, and is the smallest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

import compiler_core.pipelines.model_runs as model_runs
from compiler_core.asker import working_for
from compiler_core.atlas import run
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.records import AtlasAnswer
from compiler_core.claims.breaking.budget import SearchBudget
from compiler_core.claims.breaking.of_facts.candidates import (
    home_of,
    pairs_of,
    single_changes,
    words_kept,
)
from compiler_core.claims.breaking.of_facts.search import break_facts, judged_with
from compiler_core.claims.breaking.of_facts.trial import Deadline, tried
from compiler_core.claims.breaking.of_facts.varied_claim import (
    changed_expectations,
    form_of,
    options_of,
    varied_claim,
)
from compiler_core.claims.breaking.record import BreakSearch, SearchProgress
from compiler_core.claims.check import check_facts
from compiler_core.claims.claim import Claim
from compiler_core.claims.facts.fact import FactMissing
from compiler_core.claims.facts.subjects import (
    AtlasSubject,
    ChipSubject,
    ModelSubject,
    read_subject,
)
from compiler_core.claims.kinds.facts import FactRatio, facts_in, facts_of_claim
from compiler_core.claims.reading import every_claim, read_claims
from compiler_core.errors import InputError, ToolMissing
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.llm.stages import STAGE_NAMES as LANGUAGE_STAGE_NAMES
from compiler_core.pipelines.model_runs import ShippedRun, is_kept
from tests.breaking.measure import OF_FACTS
from tests.facts.recorded import place_recorded
from tests.facts.recording import wanted_stages

PLANTED = read_claims(OF_FACTS)
SHIPPED = tuple(claim for claim in every_claim() if claim.is_of_core)
CHEAP = tuple(
    claim
    for claim in (*PLANTED, *SHIPPED)
    if all(isinstance(one.subject, ChipSubject) for one in facts_of_claim(claim))
)
SECONDS = 4.0
STAGES = {"graph": STAGE_NAMES, "language": LANGUAGE_STAGE_NAMES}

ROUNDING = 1e-6


@pytest.fixture(scope="module", autouse=True)
def recorded_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All recorded runs, where today's would lie."""
    kept = list(model_runs._shared)
    model_runs.share_runs_of(tmp_path_factory.mktemp("runs"))
    for wanted in wanted_stages():
        place_recorded(wanted)
    yield
    model_runs._shared[:] = kept


def kept_only(run: ShippedRun) -> None:
    """Nothing is compiled here: what is not recorded has no answer."""
    if not is_kept(run):
        raise InputError("This run is not recorded.")


def claim_of(name: str) -> Claim:
    return next(claim for claim in (*PLANTED, *SHIPPED) if claim.id == name)


def test_at_least_twenty_are_planted() -> None:
    assert len(PLANTED) >= 20
    kinds = [type(next(facts_of_claim(claim)).subject) for claim in PLANTED]
    assert all(kinds.count(kind) >= 5 for kind in (ModelSubject, ChipSubject, AtlasSubject))


@pytest.mark.parametrize("claim", CHEAP, ids=lambda claim: claim.id)
def test_what_breaks_a_sentence_is_judged_so_again_and_is_minimal(claim: Claim) -> None:
    found = break_facts(claim, SearchBudget(SECONDS), kept_only)
    assert found.standing in ("broken", "unbroken"), found.sentences
    if found.broken is None:
        assert "does not make it always true" in found.sentences[0]
        return
    settings = found.broken.settings
    home, changed = judged_with(claim, settings, kept_only)
    assert (home.holds, changed.holds) == (True, False)
    assert found.broken.found in changed.found or changed.found in found.broken.found
    assert len(settings) == len(found.broken.changes) in (1, 2)
    for setting in settings if len(settings) > 1 else ():
        alone = varied_claim(claim, changed_expectations(claim, [setting]))
        assert check_facts(alone).holds, f"{setting} alone breaks it"


@pytest.mark.parametrize("claim", CHEAP, ids=lambda claim: claim.id)
def test_nothing_that_holds_is_called_a_break(claim: Claim) -> None:
    """Every near setting, and pairs of them: the search's verdict and the claims' own agree."""
    deadline = Deadline(SECONDS)
    singles = single_changes(claim)[::7][:20]
    for attempt in (*singles, *pairs_of(home_of(claim), singles)[:10]):
        found = tried(attempt, deadline, kept_only)
        judged = check_facts(varied_claim(claim, attempt.expected))
        assert (found.outcome == "fails") <= (judged.holds is False), attempt.title
        assert (found.outcome == "holds") == (judged.holds is True), attempt.title


def test_both_sides_of_a_ratio_move_by_the_same_change() -> None:
    """And what they differ in stays: batch 2 against batch 1 is what the sentence is about."""
    claim = claim_of("two-sequences-cost-as-much-as-one")
    for attempt in single_changes(claim):
        (row,) = attempt.expected
        assert isinstance(row, FactRatio)
        own, other = (form_of(one.subject) for one in facts_in(row))
        assert (own.pop("batch"), other.pop("batch")) == (2, 1)
        assert own == other
    with pytest.raises(InputError):
        changed_expectations(claim, ["batch=4"])


def test_what_a_sentence_names_stays() -> None:
    claim = claim_of("a-server-batches-sixty-four")
    assert {"H100", "F16"} & {word.upper() for word in words_kept(claim)}
    keys = {change.key for one in single_changes(claim) for change in one.changes}
    assert "soc" not in keys
    assert "type" not in keys


@pytest.mark.parametrize("claim", SHIPPED[::5], ids=lambda claim: claim.id)
def test_every_value_that_is_offered_can_be_had(claim: Claim) -> None:
    """A subject's form is read back as the subject, and options come from its own registries."""
    for subject in {one.subject for one in facts_of_claim(claim)}:
        assert read_subject("test", form_of(subject)) == subject
        for option in options_of(subject):
            assert option.own not in [choice.text for choice in option.others], option.key
            assert len({choice.text for choice in option.others}) == len(option.others)
    assert all(change.expected != home_of(claim).expected for change in single_changes(claim))


def as_recorded(page: str, given: Mapping[str, str]) -> AtlasAnswer:
    """What the page showed once, whatever is asked; without a moment its tool is missing."""
    return run._recorded(page_named(page), ToolMissing("The page's tool", "none"))


@pytest.mark.parametrize("claim", SHIPPED, ids=lambda claim: claim.id)
def test_a_search_of_each_shipped_sentence_ends_in_words(
    claim: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With hardly any time, and models and pages of the atlas as they were recorded."""
    monkeypatch.setattr(run, "run_live", as_recorded)
    found = break_facts(claim, SearchBudget(0.05), kept_only)
    assert found.is_of_facts
    assert found.sentences
    assert all(isinstance(sentence, str) and sentence for sentence in found.sentences)
    of_atlas = any(isinstance(one.subject, AtlasSubject) for one in facts_of_claim(claim))
    assert of_atlas or found.standing != "false_here", found.sentences


def test_a_search_without_time_says_what_it_left() -> None:
    found = break_facts(PLANTED[1], SearchBudget(0))
    assert (found.standing, found.complete, found.tried) == ("unbroken", False, 0)
    assert not found.lasting
    assert "does not make it always true" in found.sentences[0]
    assert "left untried" in found.sentences[-1]


def test_progress_is_told() -> None:
    told: list[SearchProgress] = []
    claim = claim_of("main-memory-costs-ten-times")
    found = break_facts(claim, SearchBudget(SECONDS, progress=told.append))
    assert [one.gone for one in told] == list(range(1, len(told) + 1))
    assert told[-1].planned >= told[-1].gone == _gone(found)


def _gone(found: BreakSearch) -> int:
    return sum(group.tried + group.unusable for group in found.groups)


def test_whoever_has_left_is_not_worked_for() -> None:
    deadline = Deadline(0.0)
    assert deadline.has_left
    with working_for(deadline):
        assert Deadline(60.0).has_left


def test_models_are_compiled_no_further_than_needed() -> None:
    asked: list[ShippedRun] = []

    def refuses(run: ShippedRun) -> None:
        if not is_kept(run):
            asked.append(run)
            raise InputError("Nothing is compiled here.")

    found = break_facts(claim_of("prompts-are-short"), SearchBudget(SECONDS), refuses)
    assert asked
    assert {one.last for one in asked} == {"tokens"}
    assert found.standing == "unbroken"
    assert any("Nothing is compiled here" in sentence for sentence in found.sentences)


@pytest.mark.slow
@pytest.mark.parametrize("of", [{"model": "residual"}, {"language": "workshop"}], ids=str)
def test_a_run_that_ends_with_its_stages_has_the_facts_of_a_whole_one(
    of: Mapping[str, object], emulator: None
) -> None:
    """But for those that say to be read from what comes after the stages."""
    whole = read_subject("test", of)
    assert isinstance(whole, ModelSubject)
    facts = [one for one in whole.facts.values() if not one.after_stages]
    last = max(facts, key=lambda one: list(STAGES[whole.run.track]).index(one.stage)).stage
    alone = replace(whole, run=replace(whole.run, last=last))
    for fact in facts:
        try:
            value = whole.value(fact)
        except FactMissing:
            continue
        # Of what differs by rounding alone, how much depends on the processor's vector units.
        close = pytest.approx(value, rel=1e-6, abs=ROUNDING) if isinstance(value, float) else value
        assert alone.value(fact) == close, fact.name
