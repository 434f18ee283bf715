"""What each stage did to each node of the graph, and what each costs: colours of one picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from compiler_core.graph.operator_kinds import is_move, is_over_many, is_product
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.export_stage import ExportDetails
from compiler_core.graph.pipeline.fusion_stage import FusionDetails
from compiler_core.graph.whole_graph.costs import Costs, bytes_of, instructions_of
from compiler_core.graph.whole_graph.graph import WholeGraph, graph_between, graph_of
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import Change, SnapshotNode, Step

Results = Mapping[str, StageResult]
# What a picture can be coloured by: the stage's own doing, what was counted, what is kept.
DONE, INSTRUCTIONS, MEMORY = "stage", "instructions", "memory"
_CONVERSIONS = ("QuantizeLinear", "DequantizeLinear", "Cast")


@dataclass(frozen=True, slots=True)
class State:
    """One thing that can be so of a node: its colour, a sign and a word."""

    tone: str
    sign: str
    word: str


@dataclass(frozen=True, slots=True)
class StagePicture:
    """states: those that occur, in the order of the legend. of: for each node, which of them.
    words: for each node why, "" where there is nothing to add. costs: where it is coloured by them.
    """

    graph: WholeGraph
    states: tuple[State, ...]
    of: tuple[int, ...]
    words: tuple[str, ...]
    costs: Costs | None = None


@dataclass(frozen=True, slots=True)
class _Marked:
    """A graph with the state and the words of each node."""

    graph: WholeGraph
    states: list[State]
    words: list[str]


PRODUCT = State("one", "×", "product with weights")
ELEMENTWISE = State("two", "·", "element by element")
MOVED = State("three", "⇄", "moves data")
OVER_MANY = State("four", "Σ", "pools, reduces, normalises")
NOT_COMPILED = State("bad", "✗", "cannot be compiled")
KEPT = State("plain", "·", "kept")
CHANGED = State("four", "~", "changed")
JOINED = State("one", "⊕", "folded into another")
REMOVED = State("gone", "−", "removed")
NEW = State("two", "+", "new")
INTEGERS = State("one", "▪", "int8")
FLOATS = State("three", "○", "float")
CONVERTS = State("four", "⇄", "converts between the two")
FUSED = State("one", "⊕", "fused with others")
REFUSED = State("three", "○", "stays apart: a rule forbade it")
ALONE = State("plain", "·", "a kernel by itself")
CHOSEN = State("one", "★", "chosen algorithm")
GENERIC = State("three", "▽", "generic code")
ORDER = (
    NOT_COMPILED, PRODUCT, OVER_MANY, ELEMENTWISE, MOVED, JOINED, REMOVED, NEW, CHANGED, INTEGERS,
    FLOATS, CONVERTS, FUSED, REFUSED, CHOSEN, GENERIC, ALONE, KEPT,
)  # fmt: skip


def results_needed(stage: str, by: str) -> tuple[str, ...]:
    """Names of the stages whose results the picture of this one is made from; none for a stage
    without a picture."""
    own = next((needs for name, needs, _ in _PICTURES if name == stage), ())
    counted = ("engine", "run") if own and by == INSTRUCTIONS else ()
    return tuple(dict.fromkeys((*own, *counted)))


def stage_picture(stage: str, results: Results, by: str) -> StagePicture | None:
    """The graph at a stage of which there is a result; None where the stage has none. by: DONE,
    INSTRUCTIONS or MEMORY; instructions that nobody counted leave it as by DONE."""
    make = next((made for name, _, made in _PICTURES if name == stage), None)
    marked = make(results) if make and stage in results else None
    if marked is None:
        return None
    costs = None
    if by == MEMORY:
        costs = bytes_of(marked.graph)
    if by == INSTRUCTIONS or (stage == "run" and by != MEMORY):
        costs = instructions_of(marked.graph, results)
    used = set(marked.states)
    states = [kind for kind in ORDER if kind in used]
    places = {state: at for at, state in enumerate(states)}
    return StagePicture(
        marked.graph,
        tuple(states),
        tuple(places[mark] for mark in marked.states),
        tuple(marked.words),
        costs,
    )


def _read(results: Results) -> _Marked | None:
    details = results["export"].details
    if not isinstance(details, ExportDetails):
        return None
    graph = graph_of(details.graph.nodes)
    reasons = {name: gap.reason for gap in details.report.unsupported for name in gap.nodes}
    states = [
        NOT_COMPILED if node.id in reasons else operator_state(node.operator)
        for node in graph.nodes
    ]
    return _Marked(graph, states, [reasons.get(node.id, "") for node in graph.nodes])


@lru_cache(maxsize=512)
def operator_state(operator: str) -> State:
    """What kind of work an operator is."""
    if is_product(operator):
        return PRODUCT
    if is_move(operator):
        return MOVED
    return OVER_MANY if is_over_many(operator) else ELEMENTWISE


def _passed(results: Results) -> _Marked | None:
    """From the graph as it was read to what the passes left, with their reasons."""
    steps = results["passes"].steps
    if not steps or steps[0].before is None or steps[-1].after is None:
        return None
    before, after = steps[0].before.nodes, steps[-1].after.nodes
    graph = graph_between(before, after)
    changes = changes_by_node(steps)
    joined = {name for node in after for name in node.sources if name != node.id}
    earlier = {node.id: node for node in before}
    states: list[State] = []
    words: list[str] = []
    for at, node in enumerate(graph.nodes):
        states.append(_fate(graph, at, joined, earlier.get(node.id)))
        name, change = changes.get(node.id, ("", None))
        words.append(f"{name.replace('-', ' ')}: {change.reason}" if change else "")
    return _Marked(graph, states, words)


def changes_by_node(steps: Sequence[Step]) -> dict[str, tuple[str, Change]]:
    """The last change of each node that was not refused, with its pass; what it made has it too."""
    changes: dict[str, tuple[str, Change]] = {}
    for step in steps:
        for change in step.changes:
            if change.kind != "refused":
                for name in (*change.after, *change.before):
                    changes[name] = (step.pass_name, change)
    return changes


def _fate(graph: WholeGraph, at: int, joined: set[str], earlier: SnapshotNode | None) -> State:
    node = graph.nodes[at]
    if at in graph.gone:
        return JOINED if node.id in joined else REMOVED
    if earlier is None:
        return NEW
    was = (earlier.operator, earlier.shapes, earlier.sources)
    return KEPT if was == (node.operator, node.shapes, node.sources) else CHANGED


def _quantised(results: Results) -> _Marked | None:
    """By the type of what each node leaves."""
    steps = [step for step in results["quantise"].steps if step.after is not None]
    after = steps[-1].after if steps else None
    if after is None:
        return _still_float(results)
    graph = graph_of(after.nodes)
    changes = changes_by_node(steps)
    reasons = [changes[node.id][1].reason if node.id in changes else "" for node in graph.nodes]
    return _Marked(graph, [_type_state(node) for node in graph.nodes], reasons)


def _still_float(results: Results) -> _Marked | None:
    """In fp32 the graph is as the passes left it."""
    steps = results["passes"].steps if "passes" in results else ()
    after = steps[-1].after if steps else None
    if after is None:
        return None
    graph = graph_of(after.nodes)
    return _Marked(graph, [FLOATS] * len(graph.nodes), [""] * len(graph.nodes))


def _type_state(node: SnapshotNode) -> State:
    if node.operator in _CONVERSIONS:
        return CONVERTS
    kind = node.shapes[0].rpartition(" ")[2] if node.shapes else ""
    return INTEGERS if "int" in kind else FLOATS


def _fused(results: Results) -> _Marked | None:
    fused = _fusion(results)
    if fused is None:
        return None
    groups = {group.name: group for group in fused.fusion.groups}
    refusals = {
        decision.subject: f"{decision.because}: {decision.reason}"
        for decision in fused.fusion.decisions
        if decision.verdict == "refused"
    }
    graph = graph_of(fused.graph.nodes)
    states: list[State] = []
    words: list[str] = []
    for node in graph.nodes:
        group = groups.get(node.group)
        many = group is not None and len(group.nodes) > 1
        states.append(FUSED if many else REFUSED if node.id in refusals else ALONE)
        rule = f"in {group.name}, {group.rule}" if many and group else ""
        words.append(rule or refusals.get(node.id, ""))
    return _Marked(graph, states, words)


def _fusion(results: Results) -> FusionDetails | None:
    details = results["fusion"].details if "fusion" in results else None
    return details if isinstance(details, FusionDetails) else None


def _emitted(results: Results) -> _Marked | None:
    """By the algorithm of the kernel that a node is computed in."""
    fused = _fusion(results)
    details = results["engine"].details if "engine" in results else None
    if fused is None or not isinstance(details, EngineDetails):
        return None
    kernels = {name: record for record in details.manifest.kernels for name in record.nodes}
    refused = {refusal.name: refusal.reason for refusal in details.refused}
    graph = graph_of(fused.graph.nodes)
    states: list[State] = []
    words: list[str] = []
    for node in graph.nodes:
        kernel = kernels.get(node.id)
        fast = kernel is not None and kernel.tactic != "generic"
        states.append(CHOSEN if fast else GENERIC if node.group in refused else ALONE)
        tactic = f"{kernel.function} by {kernel.tactic}" if kernel else ""
        reason = "" if fast else refused.get(node.group, "")
        words.append(". ".join(filter(None, (tactic, reason))))
    return _Marked(graph, states, words)


_PICTURES: tuple[tuple[str, tuple[str, ...], Callable[[Results], _Marked | None]], ...] = (
    ("export", ("export",), _read),
    ("passes", ("passes",), _passed),
    ("quantise", ("quantise", "passes"), _quantised),
    ("fusion", ("fusion",), _fused),
    ("engine", ("fusion", "engine"), _emitted),
    ("run", ("fusion", "engine", "run"), _emitted),
)
