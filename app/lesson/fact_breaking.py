"""A sentence about models, chips or atlas pages, tried in the server: where its facts are read."""

from __future__ import annotations

from dataclasses import replace

from app.addresses.chips import EDIT_PREFIX
from app.lesson.model_claims import await_runs, fact_address
from app.loop.break_answers import break_answer
from app.loop.views.breaking import BreakAnswer
from compiler_core.claims.breaking.budget import Progress, SearchBudget, untold
from compiler_core.claims.breaking.of_facts.search import break_facts
from compiler_core.claims.breaking.of_facts.varied_claim import changed_expectations
from compiler_core.claims.breaking.record import BUDGET_SECONDS, BreakSearch, Counterexample
from compiler_core.claims.claim import Claim
from compiler_core.claims.facts.subjects import AtlasSubject, ChipSubject, ModelSubject
from compiler_core.claims.kinds.facts import describe_fact, facts_in
from compiler_core.errors import InputError
from compiler_core.graph.evaluation.shipped import shipped_models
from compiler_core.pipelines.model_runs import ShippedRun, ended_run

_UNKNOWN = "It cannot be tried here."
_CAUTION = (
    "What is checked are bounds on numbers, and these may be narrower than the words. Does the "
    "sentence itself fail here?"
)
_NOTHING_KEPT = (
    "Exercises are about loops, the settings of a network and decoding on a chip: this setting "
    "cannot be kept as one."
)


def searched_facts(
    claim: Claim, seconds: float = BUDGET_SECONDS, progress: Progress = untold
) -> BreakSearch:
    """What the search found, or what it tried. Raises Overloaded, WorkCancelled and JailBroken."""
    return break_facts(claim, SearchBudget(seconds, progress=progress), _end_run)


def _end_run(run: ShippedRun) -> None:
    """Whole runs are those of the pages; what a search needs of a run's first stages is its own."""
    if run.last:
        ended_run(run)
    else:
        await_runs([run])


def fact_answer(claim: Claim, search: BreakSearch) -> BreakAnswer:
    """For the page, with a link to what the changed setting is of."""
    answer = replace(break_answer(search), is_of_code=False)
    if search.standing == "unstated":
        return replace(answer, verdict=_UNKNOWN)
    if answer.broken is None or search.broken is None:
        return answer
    address = setting_address(claim, search.broken)
    shown = replace(
        answer.broken,
        address=address,
        command=search.broken.command,
        caution=_CAUTION,
        nothing_kept="" if makes_exercises(address) else _NOTHING_KEPT,
    )
    return replace(answer, broken=shown)


def setting_address(claim: Claim, broken: Counterexample) -> str:
    """The page that shows what fails under the changed setting: a stage, a view of a chip, a page
    of the atlas; empty where no page has it."""
    try:
        expected = changed_expectations(claim, broken.settings)
    except InputError:
        return ""
    failed = [row for row in expected if describe_fact(row) == broken.expected]
    for failed_fact in (fact for row in failed for fact in facts_in(row)):
        if isinstance(failed_fact.subject, ModelSubject | ChipSubject | AtlasSubject):
            return fact_address(failed_fact)
    return ""


def makes_exercises(address: str) -> bool:
    """Whether the page behind an address is one of which exercises can be made."""
    networks = tuple(f"/model/{model.id}/" for model in shipped_models())
    is_as_described = EDIT_PREFIX not in address
    return address.startswith((*networks, "/soc/decode")) and is_as_described
