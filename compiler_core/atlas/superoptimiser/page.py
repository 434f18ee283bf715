"""The page of the superoptimiser: its controls, its facts, and the search behind them."""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.atlas.records import SEARCH, AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.superoptimiser.costs import ProgramCost, cost_of
from compiler_core.atlas.superoptimiser.expressions import Expression
from compiler_core.atlas.superoptimiser.false_matches import false_matches
from compiler_core.atlas.superoptimiser.programs import PROGRAMS, TensorProgram
from compiler_core.atlas.superoptimiser.residues import FIELDS
from compiler_core.atlas.superoptimiser.search import Found, Level, search
from compiler_core.errors import InputError
from compiler_core.trace import Change, Snapshot, SnapshotLine, Step

_LINES_SHOWN = 40
_LARGEST_WITHOUT_PRUNING = 4
_AS_LONG_AS_USUAL = 0
_ROWS = 16

_FACTS = (
    AtlasFact(name="programs tried", unit="", basis="counted"),
    AtlasFact(name="programs pruned", unit="", basis="counted"),
    AtlasFact(name="programs kept", unit="", basis="counted"),
    AtlasFact(name="programs found", unit="", basis="counted"),
    AtlasFact(name="search complete", unit="", basis="computed"),
    AtlasFact(name="best program", unit="", basis="computed"),
    AtlasFact(name="passes as written", unit="", basis="computed"),
    AtlasFact(name="passes of the best", unit="", basis="computed"),
    AtlasFact(name="bytes as written", unit="bytes", basis="modelled"),
    AtlasFact(name="bytes of the best", unit="bytes", basis="modelled"),
    AtlasFact(name="operations as written", unit="", basis="modelled"),
    AtlasFact(name="operations of the best", unit="", basis="modelled"),
    AtlasFact(name="right programs accepted", unit="of 100", basis="counted"),
    AtlasFact(name="wrong programs accepted", unit="of 200", basis="counted"),
    AtlasFact(name="elements that agree by chance", unit="of 200", basis="counted"),
)  # fmt: skip


def _compute(settings: Settings) -> PageFinding:
    program = next(candidate for candidate in PROGRAMS if candidate.name == settings["program"])
    most = int(settings["operators"]) or program.most_operators
    _check_size(settings, most)
    modulus = next(field for field in FIELDS if str(field.prime) == settings["prime"])
    outcome = search(program, modulus, most, settings["pruning"])
    extents = {**program.extents, "b": int(settings["rows"])}
    written = cost_of(outcome.reference, extents)
    best = min(
        (outcome.reference, *outcome.programs),
        key=lambda expression: (cost_of(expression, extents), expression.text),
    )
    chance = false_matches(modulus)
    facts = {
        **_counts(outcome),
        **_costs(best, written, cost_of(best, extents)),
        "right programs accepted": chance.right_accepted,
        "wrong programs accepted": chance.wrong_accepted,
        "elements that agree by chance": chance.elements,
    }
    steps = tuple(_step(level) for level in outcome.levels)
    return PageFinding(
        facts=facts, steps=steps, sentence=_sentence(program, outcome, best, written, extents)
    )


def _check_size(settings: Settings, most: int) -> None:
    if settings["pruning"] == "off" and most > _LARGEST_WITHOUT_PRUNING:
        raise InputError(
            f"Without pruning, programs of {most} operators are too many to try.",
            f"Choose {_LARGEST_WITHOUT_PRUNING} operators at most, or switch pruning on.",
        )


def _counts(outcome: Found) -> dict[str, float | bool]:
    return {
        "programs tried": outcome.tried,
        "programs pruned": sum(level.pruned for level in outcome.levels),
        "programs kept": sum(len(level.kept) for level in outcome.levels),
        "programs found": len(outcome.programs),
        "search complete": outcome.complete,
    }


def _costs(best: Expression, written: ProgramCost, cost: ProgramCost) -> dict[str, float | str]:
    return {
        "best program": best.text,
        "passes as written": written.passes,
        "passes of the best": cost.passes,
        "bytes as written": written.bytes,
        "bytes of the best": cost.bytes,
        "operations as written": written.operations,
        "operations of the best": cost.operations,
    }


def _sentence(
    program: TensorProgram,
    outcome: Found,
    best: Expression,
    written: ProgramCost,
    extents: Mapping[str, int],
) -> str:
    cost = cost_of(best, extents)
    tried = f"Of {outcome.tried:,} programs tried"
    if cost.passes < written.passes:
        return (
            f"{tried}, {len(outcome.programs)} compute the same, and the best walks its axis "
            f"{_times(cost.passes)} instead of {_times(written.passes)}. {program.says}"
        )
    if not outcome.programs:
        return f"{tried}, none computes the same: allow more operators. {program.says}"
    return f"{tried}, {len(outcome.programs)} compute the same; none saves a pass. {program.says}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _step(level: Level) -> Step:
    expressions = level.kept[:_LINES_SHOWN]
    lines = tuple(SnapshotLine(expression.text, expression.text) for expression in expressions)
    return Step(
        pass_name=f"{level.operators} operators" if level.operators > 1 else "1 operator",
        kind=SEARCH,
        changed=bool(level.kept),
        before=None,
        after=Snapshot(f"{len(level.kept)} kept", lines),
        changes=(*_finds(level), *_refusals(level)),
        metrics={
            "tried": level.tried, "pruned": level.pruned, "repeated": level.repeated,
            "kept": len(level.kept), "found": len(level.found),
        },
    )  # fmt: skip


def _finds(level: Level) -> tuple[Change, ...]:
    texts = dict.fromkeys(expression.text for expression in level.found)
    return tuple(Change("added", text, "It gives the goal's residues.") for text in texts)


def _refusals(level: Level) -> tuple[Change, ...]:
    return tuple(
        Change("refused", text, f"Nothing of the goal has a part {term}.")
        for text, term in level.examples
    )


SUPEROPTIMISER = AtlasPage(
    name="mirage",
    title="Mirage: a small superoptimiser",
    idea="A compiler knows the rewrites that somebody wrote down. A superoptimiser knows none: it "
    "tries all programs, and keeps those that compute the same.",
    label="live",
    tool="Lowering Lab",
    controls=(
        Control(
            name="program", title="Program", explains="What is written anew.", usual="rmsnorm",
            choices=tuple((program.name, program.title) for program in PROGRAMS),
        ),
        Control(
            name="operators", title="Operators at most",
            explains="How long a program may be; 0 is as long as the goal needs.",
            usual=str(_AS_LONG_AS_USUAL), most=7,
        ),
        Control(
            name="pruning", title="Pruning",
            explains="Whether branches end that can no longer become the goal.", usual="on",
            choices=(("on", "on"), ("off", "off (4 operators at most)")),
        ),
        Control(
            name="rows", title="Rows", explains="The rows of the first input, for the cost.",
            usual=str(_ROWS), least=1, most=65536,
        ),
        Control(
            name="prime", title="Prime", explains="Programs are compared modulo this prime.",
            usual=str(FIELDS[0].prime),
            choices=tuple((str(field.prime), f"{field.prime:,}") for field in FIELDS),
        ),
    ),
    facts=_FACTS,
    explains=(("graph", "fusion"), ("language", "fusion")),
    compute=_compute,
)  # fmt: skip
