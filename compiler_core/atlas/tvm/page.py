"""The page on TVM: who shares a kernel, and in which order a schedule may be written."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass

from compiler_core.atlas.mlir.dumps import REWRITE
from compiler_core.atlas.networks import (
    NETWORK_PROGRAMS,
    network_bytes,
    network_control,
    read_network,
)
from compiler_core.atlas.records import (
    SIDES,
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    Settings,
    TimePicture,
)
from compiler_core.atlas.texts import text_snapshot
from compiler_core.atlas.tvm.asking import ScheduledProduct, TvmRun, ask_tvm
from compiler_core.atlas.tvm.graphs import GRAPHS, graph_named
from compiler_core.atlas.tvm.inner_loop import ProductCode, read_code
from compiler_core.atlas.tvm.joined import compared
from compiler_core.atlas.tvm.kernels import (
    BothFusions,
    both_fusions,
    kernel_lines,
    kind_lines,
    tree_lines,
)
from compiler_core.atlas.tvm.network import ask_about
from compiler_core.atlas.tvm.network_shown import (
    NETWORK_FACTS,
    cuts_over_nodes,
    network_facts,
    network_sentence,
    network_steps,
)
from compiler_core.atlas.tvm.ready import READY_SCHEDULES, ready_lines
from compiler_core.atlas.tvm.refusal import ScheduleRefusal, read_refusal
from compiler_core.atlas.tvm.schedule import (
    MOST_LINES,
    TENSOR_PRIMITIVES,
    TensorDirective,
    read_directives,
)
from compiler_core.basis import Value
from compiler_core.graph.fusion.fuse import FusionOptions
from compiler_core.trace import Change, Snapshot, Step

_LINES_KEPT = 300
_COLUMNS_FOR_WIDTH = 4
"""Weights of a first layer have four columns for each of their rows, as in a transformer."""
_MOST_OPERATORS = 256
_HEADER = "# from tvm.script"
_EACH = "inner loop, instructions for each product"
_EACH_WRITTEN = "instructions for each product, as written"

_FACTS = (
    AtlasFact(name="operators", unit="", basis="counted"),
    AtlasFact(name="kernels, TVM", unit="", basis="counted"),
    AtlasFact(name="kernels, ours", unit="", basis="counted"),
    AtlasFact(name="kernels that are the same", unit="", basis="counted"),
    AtlasFact(name="both cut alike", unit="", basis="counted"),
    AtlasFact(name="operators of another kind", unit="", basis="counted"),
    *NETWORK_FACTS,
    AtlasFact(name="directives", unit="", basis="counted"),
    AtlasFact(name="directives that TVM took", unit="", basis="counted"),
    AtlasFact(name="directive that TVM refused", unit="", basis="counted"),
    AtlasFact(name="TVM says to it", unit="", basis="counted"),
    AtlasFact(name="conditions that TVM listed", unit="", basis="counted"),
    AtlasFact(name="conditions that do not hold", unit="", basis="counted"),
    AtlasFact(name="lines that TVM underlined", unit="", basis="counted"),
    AtlasFact(name="fmla", unit="", basis="counted"),
    AtlasFact(name="fmadd", unit="", basis="counted"),
    AtlasFact(name="inner loop, instructions", unit="", basis="counted"),
    AtlasFact(name="inner loop, products", unit="", basis="counted"),
    AtlasFact(name=_EACH, unit="", basis="computed"),
    AtlasFact(name=_EACH_WRITTEN, unit="", basis="computed"),
)


def _compute(settings: Settings) -> PageFinding:
    ready = ready_lines(settings["schedule"], settings["tile_rows"], settings["tile_columns"])
    schedule = read_directives(f"{ready}{settings['more']}")
    network = _network(settings)
    sizes = _sizes(settings)
    most = int(settings["most"])
    cut = _CutGraph.of_network(network, most) if network else None
    run = ask_tvm(
        "" if network else settings["graph"],
        tuple(sizes.items()),
        most,
        int(settings["size"]),
        ((), schedule),
    )
    cut = cut or _CutGraph.of_graph(settings["graph"], sizes, most, run)
    written, made = read_code(run.products[0].assembly), run.products[1]
    refusal = read_refusal(made.refusal) if made.refusal else None
    facts = {**cut.facts, **_schedule_facts(schedule, made, refusal), **_code_facts(written, made)}
    return PageFinding(
        facts=facts,
        steps=(*cut.steps, *_directive_steps(schedule, made, refusal), *_code_steps(written, made)),
        sentence=f"{cut.sentence} {_schedule_sentence(facts, refusal)}",
        version=run.version,
        pictures=cut.pictures,
    )


def _network(settings: Settings) -> bytes:
    """The reader's, or one that ships; empty for a ready graph."""
    if settings["network"]:
        return b64decode(settings["network"])
    name = settings["graph"]
    return network_bytes(name) if name in dict(NETWORK_PROGRAMS) else b""


@dataclass(frozen=True, slots=True, kw_only=True)
class _CutGraph:
    """What the page says of who shares a kernel."""

    facts: dict[str, Value]
    steps: tuple[Step, ...]
    sentence: str
    pictures: tuple[TimePicture, ...] = ()

    @classmethod
    def of_network(cls, content: bytes, most: int) -> _CutGraph:
        network = read_network(content, FusionOptions(nodes=most))
        cuts = compared(network, ask_about(network, most), most)
        return cls(
            facts=network_facts(cuts),
            steps=network_steps(cuts, _plain(cuts.tvm.kernels_text)),
            sentence=network_sentence(cuts),
            pictures=(cuts_over_nodes(cuts),),
        )

    @classmethod
    def of_graph(cls, name: str, sizes: dict[str, int], most: int, run: TvmRun) -> _CutGraph:
        fusions = both_fusions(name, sizes, most, run.kinds, run.kernels)
        return cls(
            facts=_fusion_facts(fusions),
            steps=_fusion_steps(name, fusions, run),
            sentence=_fusion_sentence(fusions),
        )


def _sizes(settings: Settings) -> dict[str, int]:
    rows, width = int(settings["rows"]), int(settings["width"])
    return {"rows": rows, "width": width, "columns": _COLUMNS_FOR_WIDTH * width}


def _fusion_facts(fusions: BothFusions) -> dict[str, Value]:
    return {
        "operators": len(fusions.operators),
        "kernels, TVM": len(fusions.theirs),
        "kernels, ours": len(fusions.ours),
        "kernels that are the same": fusions.in_both,
        "both cut alike": fusions.alike,
        "operators of another kind": fusions.other_kinds,
        **dict.fromkeys((fact.name for fact in NETWORK_FACTS), "none"),
    }


def _schedule_facts(
    schedule: tuple[TensorDirective, ...], made: ScheduledProduct, refusal: ScheduleRefusal | None
) -> dict[str, Value]:
    taken = len(made.programs) - 1
    refused = "none" if refusal is None else _refused(schedule, taken)
    return {
        "directives": len(schedule),
        "directives that TVM took": taken,
        "directive that TVM refused": refused,
        "TVM says to it": refusal.sentence if refusal else "nothing",
        "conditions that TVM listed": refusal.conditions if refusal else 0,
        "conditions that do not hold": len(refusal.violated) if refusal else 0,
        "lines that TVM underlined": refusal.underlined if refusal else 0,
    }


def _refused(schedule: tuple[TensorDirective, ...], taken: int) -> str:
    """Where all were taken, it is the compilation."""
    return str(schedule[taken]) if taken < len(schedule) else "to compile it"


def _code_facts(written: ProductCode, made: ScheduledProduct) -> dict[str, Value]:
    facts: dict[str, Value] = {}
    if made.assembly:
        code = read_code(made.assembly)
        facts |= {"fmla": code.vector_products, "fmadd": code.scalar_products}
        facts |= _loop_facts(code)
    if written.inner:
        facts[_EACH_WRITTEN] = written.inner.instructions / written.inner.products
    return facts


def _loop_facts(code: ProductCode) -> dict[str, Value]:
    if code.inner is None:
        return {}
    return {
        "inner loop, instructions": code.inner.instructions,
        "inner loop, products": code.inner.products,
        _EACH: code.inner.instructions / code.inner.products,
    }


def _fusion_sentence(fusions: BothFusions) -> str:
    text = (
        f"Of {len(fusions.operators)} operators TVM makes {_counted(len(fusions.theirs), 'kernel')}"
    )
    if fusions.alike:
        return f"{text}, and we make the same."
    return f"{text}, we make {len(fusions.ours)}, and {fusions.in_both} are the same."


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _schedule_sentence(facts: dict[str, Value], refusal: ScheduleRefusal | None) -> str:
    if refusal is not None:
        said = refusal.sentence.rstrip(".")
        broken = ", ".join(f"#{condition}" for condition in refusal.violated)
        conditions = f" Of its numbered conditions, these do not hold: {broken}." if broken else ""
        return (
            f"Of {facts['directives']} directives it took {facts['directives that TVM took']} and "
            f"refused {facts['directive that TVM refused']}: {said}.{conditions}"
        )
    taken = f"So scheduled, the product's AArch64 has {facts['fmla']} fmla"
    if not facts["directives"]:
        taken = f"Without a schedule, the product's AArch64 has {facts['fmla']} fmla"
    if _EACH not in facts or _EACH_WRITTEN not in facts:
        return f"{taken}."
    each = f"{taken}, and the inner loop executes {facts[_EACH]:.2f} instructions for each product"
    if not facts["directives"]:
        return f"{each} of two numbers."
    return f"{each} of two numbers; as it is written it executes {facts[_EACH_WRITTEN]:.2f}."


def _fusion_steps(graph: str, fusions: BothFusions, run: TvmRun) -> tuple[Step, ...]:
    lines = "\n".join(
        f"{operator.name} = {operator.operator}({', '.join(operator.reads)})"
        for operator in graph_named(graph).operators
    )
    return (
        Step("the graph", "program", True, None, _text("operators", lines)),
        Step(
            "kinds of operators, and where ways meet", SIDES, True,
            _text("Ours, with the tree of post-dominators", tree_lines(fusions.tree)),
            _text("TVM's, read from its loops", kind_lines(fusions)),
        ),
        Step(
            "kernels", SIDES, True,
            _text(f"Ours: {len(fusions.ours)}", kernel_lines(fusions.ours)),
            _text(f"TVM's: {len(fusions.theirs)}", kernel_lines(fusions.theirs)),
        ),
        Step("TVM's kernels, as it writes them", "compiler", True, None,
             _text("Relax", _plain(run.kernels_text))),
    )  # fmt: skip


def _directive_steps(
    schedule: tuple[TensorDirective, ...], made: ScheduledProduct, refusal: ScheduleRefusal | None
) -> tuple[Step, ...]:
    programs = [_text("TVM's program", _plain(program)) for program in made.programs]
    start = Step("the product as it is written", "program", True, None, programs[0])
    taken = [
        Step(str(directive), REWRITE, before != after, before, after)
        for directive, before, after in zip(schedule, programs, programs[1:], strict=False)
    ]
    refused = (_refused_step(_refused(schedule, len(taken)), refusal),) if refusal else ()
    return (start, *taken, *refused)


def _refused_step(directive: str, refusal: ScheduleRefusal) -> Step:
    said = f"{refusal.program}\n\n{refusal.message}"
    change = Change("refused", directive, refusal.sentence)
    return Step(
        f"{directive}: refused", "compiler", False, None, _text("TVM says", said), (change,)
    )


def _code_steps(written: ProductCode, made: ScheduledProduct) -> tuple[Step, ...]:
    if not made.assembly:
        return ()
    before, after = (
        _text(title, "\n".join(code.inner.lines) if code.inner else "(no loop is left)")
        for title, code in (("As written", written), ("So scheduled", read_code(made.assembly)))
    )
    return (Step("the inner loop in AArch64", SIDES, before.lines != after.lines, before, after),)


def _plain(text: str) -> str:
    """Without the lines that every print of TVM begins with."""
    lines = [line for line in text.splitlines() if not line.startswith(_HEADER)]
    return "\n".join(line for at, line in enumerate(lines) if line or (at and lines[at - 1]))


def _text(title: str, text: str) -> Snapshot:
    return text_snapshot(title, text, _LINES_KEPT)


TVM = AtlasPage(
    name="tvm",
    title="TVM: who shares a kernel, and what a schedule may do",
    idea="Kinds of operators and a tree decide what TVM fuses; each step of a schedule has "
    "conditions, and TVM names the one that does not hold.",
    label="live",
    tool="TVM",
    explains=(("graph", "fusion"), ("graph", "engine")),
    controls=(
        Control(name="graph", title="Graph", usual="rmsnorm-matmul",
                explains="What is cut into kernels, by TVM and by us.",
                choices=(*((graph.name, graph.title) for graph in GRAPHS), *NETWORK_PROGRAMS)),
        Control(name="rows", title="Rows", usual="16", least=1, most=1024,
                explains="Of what comes in; a network has its own sizes."),
        Control(name="width", title="Width", usual="1024", least=1, most=4096,
                explains=f"Numbers in a row; weights have {_COLUMNS_FOR_WIDTH} times as many "
                "columns."),
        Control(name="most", title="Most operators in a kernel", usual=str(_MOST_OPERATORS),
                least=1, most=_MOST_OPERATORS,
                explains="TVM's own limit is the usual one; both fusions get it."),
        network_control(("graph", "rows", "width"), "TVM fuses it, and runs it once."),
        Control(name="schedule", title="Schedule of a product", usual="threads",
                explains="A few directives to begin with; the steps show them one by one.",
                choices=tuple((name, title) for name, title, _ in READY_SCHEDULES)),
        Control(name="size", title="Size of the product", usual="64", least=1, most=256,
                explains="Rows and columns of the three matrices."),
        Control(name="tile_rows", title="Rows of a tile", usual="4", least=1, most=16,
                explains="Written out one by one where the schedule unrolls."),
        Control(name="tile_columns", title="Columns of a tile", usual="8", least=1, most=64,
                explains="Lanes, where the schedule makes vectors; four fill a register."),
        Control(name="more", title="More directives", usual="", longest=512,
                explains="One a line, behind those of the schedule. Begin with the product as it "
                f"is written to write all of them; {MOST_LINES} is the most.",
                admits=tuple(
                    (f"{call.name}({call.takes})", call.explains) for call in TENSOR_PRIMITIVES
                )),
    ),
    facts=_FACTS,
    compute=_compute,
    apart=True,
)  # fmt: skip
