"""Facts: readers on recorded results, files read strictly, and claims that fail when turned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import compiler_core.pipelines.model_runs as model_runs
from compiler_core.basis import Value
from compiler_core.claims.check import check_claims
from compiler_core.claims.facts.chips import DEFAULTS
from compiler_core.claims.facts.computed import QUESTIONS
from compiler_core.claims.facts.fact import Fact, FactMissing
from compiler_core.claims.facts.registry import FACTS
from compiler_core.claims.facts.subjects import Subject, read_subject
from compiler_core.claims.kinds.facts import FactExpectation, facts_in, judge_fact, judge_values
from compiler_core.claims.reading import claims_at
from compiler_core.content_files import ContentError
from compiler_core.pipelines.model_runs import JOBS, ShippedRun
from tests.facts.recorded import place_recorded
from tests.facts.recording import wanted_stages

HERE = Path(__file__).parent
MOST_RUNS = 12
# What the usual run of the residual network does not say: claims ask other runs for it.
OF_OTHER_RUNS = ("with the graph preparing", "of the depthwise 3x3")


@pytest.fixture(scope="module", autouse=True)
def recorded_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All recorded runs, where today's would lie: nothing is run here."""
    kept = list(model_runs._shared)
    model_runs.share_runs_of(tmp_path_factory.mktemp("runs"))
    for run in wanted_stages():
        place_recorded(run)
    yield
    model_runs._shared[:] = kept


def subject_of(**of: object) -> Subject:
    return read_subject("test", of)


SUBJECTS = (
    {"model": "residual"},
    {"language": "workshop"},
    {"export": "control_flow"},
    *({"soc": "generic", "command": command} for command in DEFAULTS),
    *({"computed": question} for question in QUESTIONS),
)


@pytest.mark.parametrize("of", SUBJECTS, ids=str)
def test_every_fact_is_read(of: dict[str, object]) -> None:
    subject = subject_of(**of)
    assert subject.facts
    for name, fact in subject.facts.items():
        if name.endswith(OF_OTHER_RUNS):
            with pytest.raises(FactMissing):
                subject.value(fact)
            continue
        value = subject.value(fact)
        assert isinstance(value, int | float | str | bool), name
        assert fact.said(value), name


def test_names_can_be_written_in_one_line_of_yaml_and_each_has_a_subject() -> None:
    assert [one.name for one in FACTS if set(one.name) & set(',:{}[]#&*!|>%@`"')] == []
    reached = {fact for of in SUBJECTS for fact in subject_of(**of).facts.values()}
    assert set(FACTS) - reached == set()
    assert len({(one.of, one.name, one.stage) for one in FACTS}) == len(FACTS)


@pytest.mark.parametrize(
    ("unit", "value", "said"),
    [
        ("places", 1.0, "1 place"), ("places", 16.0, "16 places"), ("axes", 1.0, "1 axis"),
        ("tokens a second", 1.0, "1 token a second"), ("ms", 1.0, "1 ms"), ("", 1.0, "1"),
        ("", 6.545e-05, "6.545·10⁻⁵"), ("", 0.0002005, "0.0002005"), ("×", 12345.6, "12,346 ×"),
    ],
)  # fmt: skip
def test_a_value_is_said_as_people_write_it(unit: str, value: float, said: str) -> None:
    fact = Fact(of="computed", name="one", stage="", read=float, unit=unit, basis="computed")
    assert fact.said(value) == said


def expectations() -> list[tuple[str, FactExpectation]]:
    """Of every claim about facts that there is, and of those beside this test."""
    claims = [*claims_at(), *claims_at(HERE)]
    return [
        (claim.id, row.argument)  # type: ignore[misc]
        for claim in claims
        if claim.is_of_core
        for statement in claim.holds
        for row in statement.expectations
    ]


@pytest.mark.parametrize(("name", "wanted"), expectations(), ids=lambda one: str(one)[:40])
def test_a_fact_claim_holds_as_recorded_and_fails_when_turned(
    name: str, wanted: FactExpectation
) -> None:
    found = judge_fact(wanted)
    assert found.holds, f"{name}: {found.text}"
    values = tuple(one.value for one in facts_in(wanted))
    assert judge_values(wanted, values).holds
    worlds = (*turned_round(values[0]), *values[1:])
    turned = [judge_values(wanted, (other, *values[1:])).holds for other in worlds]
    assert not all(turned), f"{name} holds whatever the fact is"


def turned_round(value: Value) -> Iterator[Value]:
    """What the fact is in a world where its sentence may be false; what stands beside it, in
    another."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        yield f"not {value}"
    else:
        yield from (value * 2 + 1, value / 2 - 1)


def test_a_turned_claim_is_refuted_and_says_what_it_rests_on(tmp_path: Path) -> None:
    text = (HERE / "claims.yaml").read_text().replace("0.99 to 1.01", "1.5 to 2")
    (tmp_path / "claims.yaml").write_text(text)
    report = check_claims(claims_at(tmp_path))
    by_id = {claim.id: claim for claim in report.claims}
    assert {one.compiler for one in report.claims} == {"core"}
    assert [one.id for one in report.claims if not one.holds] == ["test-passes-save-nodes"]
    assert by_id["test-passes-save-nodes"].basis == "computed and counted"
    assert by_id["test-bound-by-memory"].basis == "follows from the model"
    assert by_id["test-tracing-is-silent"].basis == "recorded"


def test_at_most_twelve_settings_of_models() -> None:
    wanted = wanted_stages()
    assert 0 < len(wanted) <= MOST_RUNS
    assert {run.track for run in wanted} <= set(JOBS)


@pytest.mark.parametrize(
    ("right", "wrong", "line", "message"),
    [
        ("nodes as imported", "nodes imported", 6, "Did you mean 'nodes as imported'"),
        ("model: residual", "model: residuals", 4, "there is no model 'residuals'"),
        ("model: residual", "model: residual, planer: naive", 4, "Did you mean 'planner'"),
        ("model: residual", "model: residual, precision: int4", 4, "Choose fp32 or int8"),
        ("ratio: < 0.5", "ratio: few", 6, "no number or bound"),
        ("ratio: < 0.5", "is: < 0.5", 6, "expected {fact"),
        ("is: <= 10", "as: 10", 13, "unknown key 'as'"),
        ("soc: generic", "soc: no-chip", 17, "no-chip"),
        ("command: decode, config", "command: encode, config", 17, "command must be one of"),
        ("export: control_flow", "export: elsewhere", 23, "elsewhere"),
        ("export: control_flow", "computed: heat", 23, "computed must be one of cache, heads"),
        ("export: control_flow", "computed: cache, model: gpt", 23, "of no model 'gpt'"),
        ("export: control_flow", "computed: heads, layer: 2", 23, "cannot be asked for 'layer'"),
        ("export: control_flow", "compiler: gcc", 23, "expected {model"),
        ("  says: Tracing keeps one branch.\n", "", 21, "'says' is missing"),
        ("bound by, is", "bound, is", 19, "Did you mean 'bound by'"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    tmp_path: Path, right: str, wrong: str, line: int, message: str
) -> None:
    text = (HERE / "claims.yaml").read_text()
    assert right in text
    file = tmp_path / "claims.yaml"
    file.write_text(text.replace(right, wrong, 1))
    with pytest.raises(ContentError) as refused:
        claims_at(file)
    assert f"{file}, line {line}," in str(refused.value)
    assert message in str(refused.value)


def test_a_run_that_fails_is_said_and_nothing_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def died(run: ShippedRun) -> Path:
        raise ContentError("Compiling was ended: memory.")

    monkeypatch.setattr("compiler_core.claims.facts.subjects.ended_run", died)
    (claim,) = [one for one in claims_at(HERE) if one.id == "test-passes-save-nodes"]
    (result,) = check_claims((claim,)).claims
    assert result.holds is False
    assert "Compiling was ended: memory." in result.found
