"""The page on the stack: what compilers for networks spare those who write kernels."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.atlas.records import (
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    Plot,
    PlotSeries,
    Settings,
)
from compiler_core.atlas.stack.pieces import World, Writing, writings
from compiler_core.trace import Change, Step

_FACTS = (
    AtlasFact(name="pieces, each framework by itself", unit="", basis="computed"),
    AtlasFact(name="pieces, one graph in between", unit="", basis="computed"),
    AtlasFact(name="pieces, loops in between", unit="", basis="computed"),
    AtlasFact(name="pieces of one unit more, by hand", unit="", basis="computed"),
    AtlasFact(name="pieces of one unit more, with loops", unit="", basis="computed"),
    AtlasFact(name="operators that ours compiles", unit="", basis="counted"),
)


def _compute(settings: Settings) -> PageFinding:
    from compiler_core.graph.emission.operators import SUPPORTED_NAMES

    world = World(
        frameworks=int(settings["frameworks"]),
        operators=int(settings["operators"]),
        units=int(settings["units"]),
        types=int(settings["types"]),
    )
    apart, graph, loops = ways = writings(world)
    after = writings(replace(world, units=world.units + 1))
    return PageFinding(
        facts={
            "pieces, each framework by itself": apart.pieces,
            "pieces, one graph in between": graph.pieces,
            "pieces, loops in between": loops.pieces,
            "pieces of one unit more, by hand": after[0].pieces - apart.pieces,
            "pieces of one unit more, with loops": after[2].pieces - loops.pieces,
            "operators that ours compiles": len(SUPPORTED_NAMES),
        },
        steps=tuple(map(_step, ways)),
        sentence=f"{apart.pieces:,} pieces of code if each framework is by itself, "
        f"{graph.pieces:,} with a graph that all share, {loops.pieces:,} with loops as well.",
        plots=(_plot(world),),
    )


def _step(writing: Writing) -> Step:
    return Step(
        pass_name=writing.name,
        kind="way",
        changed=True,
        before=None,
        after=None,
        changes=(Change("added", writing.formula, writing.reason),),
        metrics={"pieces": float(writing.pieces)},
    )


def _plot(world: World) -> Plot:
    """The two ways with something in between, by units: the third would hide them."""
    units = range(1, max(world.units, 2) + 1)
    costs = [writings(replace(world, units=unit)) for unit in units]

    def pieces(at: int) -> tuple[tuple[float, float], ...]:
        return tuple(
            (float(count), float(ways[at].pieces)) for count, ways in zip(units, costs, strict=True)
        )

    return Plot(
        title="What has to be written",
        look="Look at the slopes: what does one more unit cost?",
        across="units that compute",
        up="pieces of code",
        series=tuple(
            PlotSeries(name=costs[0][at].name, form="line", points=pieces(at)) for at in (1, 2)
        ),
    )


STACK = AtlasPage(
    name="stack",
    title="The stack: what an AI compiler is for",
    idea="Frameworks, operators and chips multiply. What stands between them makes sums of the "
    "products, and that is why there are layers.",
    label="modelled",
    tool="Lowering Lab",
    explains=(("graph", "export"), ("graph", "engine")),
    controls=(
        Control(name="frameworks", title="Frameworks", usual="4", least=1, most=50,
                explains="In which networks are written: PyTorch, jax and others."),
        Control(name="operators", title="Operators", usual="150", least=1, most=5000,
                explains="ONNX has some two hundred, PyTorch more than two thousand."),
        Control(name="units", title="Units", usual="8", least=1, most=200,
                explains="Processors, graphics chips, accelerators: each has its instructions."),
        Control(name="types", title="Types of numbers", usual="4", least=1, most=20,
                explains="Floats of four and two bytes, bytes, four bits."),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
