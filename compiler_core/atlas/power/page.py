"""The page on power: of an array of multipliers, how much a cap of watts lets work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from compiler_core.atlas.records import (
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    Plot,
    PlotSeries,
    Settings,
)
from compiler_core.soc.description import Precision
from compiler_core.soc.energy import EnergyRung, energy_ladder, operation_cost
from compiler_core.soc.power_cap import OPERANDS, CellArray, cell_array
from compiler_core.soc.reading import soc_named
from compiler_core.trace import Change, Step

_CHIP = "generic"
_PLACES = {"register": "registers", "sram": "memory on the chip", "dram": "main memory"}
_BYTES: dict[Precision, float] = {"int8": 1, "fp16": 2, "fp32": 4}
_MILLI = 1000
_POINTS = tuple(range(1, 65))
_FACTS = (
    AtlasFact(name="multipliers", unit="", basis="computed"),
    AtlasFact(name="picojoules of a multiplication", unit="pJ", basis="modelled"),
    AtlasFact(name="picojoules with its operands", unit="pJ", basis="modelled"),
    AtlasFact(name="watts if all work", unit="W", basis="modelled"),
    AtlasFact(name="multipliers that may work", unit="", basis="modelled"),
    AtlasFact(name="share that may work", unit="%", basis="modelled"),
    AtlasFact(name="uses of a fetch that light all, 0 for none", unit="", basis="modelled"),
)


def _compute(settings: Settings) -> PageFinding:
    soc = soc_named(_CHIP)
    precision: Precision = next(name for name in _BYTES if name == settings["precision"])
    usual = cell_array(soc)
    assert usual is not None
    array = replace(
        usual,
        cells=int(settings["multipliers"]) or usual.cells,
        operation=operation_cost(soc, precision).picojoules,
        operand_bytes=_BYTES[precision],
    )
    rungs = energy_ladder(soc)
    rung = next(level for level in rungs if level.name == settings["operands"])
    cap, uses = int(settings["milliwatts"]) / _MILLI, int(settings["uses"])
    return PageFinding(
        facts=_facts(array, rung, cap, uses),
        steps=tuple(_step(array, memory, cap, uses) for memory in rungs),
        sentence=_sentence(array, rung, cap, uses),
        plots=(_plot(array, rungs, cap),),
    )


def _facts(
    array: CellArray, rung: EnergyRung, cap: float, uses: int
) -> dict[str, float | str | bool]:
    share = array.share(cap, rung.picojoules_per_byte, uses)
    return {
        "multipliers": array.cells,
        "picojoules of a multiplication": array.operation,
        "picojoules with its operands": array.picojoules(rung.picojoules_per_byte, uses),
        "watts if all work": array.watts(rung.picojoules_per_byte, uses),
        "multipliers that may work": int(array.cells * share),
        "share that may work": 100 * share,
        "uses of a fetch that light all, 0 for none": _uses_that_light_all(array, rung, cap),
    }


def _uses_that_light_all(array: CellArray, rung: EnergyRung, cap: float) -> int:
    """The fewest; 0 if the multiplications alone take more than the cap."""
    left = cap / (array.cells * array.clock * 1e-12) - array.operation
    if left <= 0:
        return 0
    return max(1, ceil(OPERANDS * array.operand_bytes * rung.picojoules_per_byte / left))


def _sentence(array: CellArray, rung: EnergyRung, cap: float, uses: int) -> str:
    share = array.share(cap, rung.picojoules_per_byte, uses)
    watts = array.watts(rung.picojoules_per_byte, uses)
    times = "once" if uses == 1 else f"{uses:,} times"
    return (
        f"With operands from {_PLACES[rung.name]}, each used {times}, all {array.cells:,} "
        f"multipliers would take {watts:,.3g} W. Under {cap:g} W, {100 * share:.3g}% of them may "
        "work."
    )


def _step(array: CellArray, rung: EnergyRung, cap: float, uses: int) -> Step:
    energy = array.picojoules(rung.picojoules_per_byte, uses)
    share = array.share(cap, rung.picojoules_per_byte, uses)
    dark = share < 1
    reason = f"{energy:,.3g} pJ for each multiplication are more than the cap allows to all."
    return Step(
        pass_name=f"operands from {_PLACES[rung.name]}",
        kind="place",
        changed=dark,
        before=None,
        after=None,
        changes=(Change("removed", "multipliers", reason),) if dark else (),
        metrics={
            "pJ with operands": round(energy, 3),
            "W if all work": round(array.watts(rung.picojoules_per_byte, uses), 2),
            "% may work": round(100 * share, 2),
        },
    )


def _plot(array: CellArray, rungs: Sequence[EnergyRung], cap: float) -> Plot:
    """What reuse brings, for each place."""
    return Plot(
        title="What may work under this cap",
        look="Look at where each line reaches 100 %: with so many uses of a fetch, nothing has to "
        "stay off.",
        across="uses of a fetch",
        up="% of the multipliers",
        series=tuple(
            PlotSeries(
                name=_PLACES[rung.name],
                form="line",
                points=tuple(
                    (float(uses), 100 * array.share(cap, rung.picojoules_per_byte, uses))
                    for uses in _POINTS
                ),
            )
            for rung in rungs
        ),
    )


POWER = AtlasPage(
    name="power",
    title="Dark silicon: what a cap of watts leaves on",
    idea="Most energy goes into fetching. How much of a chip may work follows from where its "
    "operands come from, and how often each is used.",
    label="modelled",
    tool="Lowering Lab",
    explains=(("graph", "fusion"), ("graph", "quantise")),
    controls=(
        Control(name="milliwatts", title="Cap, mW", usual="4000", least=1, most=1000000,
                explains="A phone gets rid of the heat of a few watts."),
        Control(name="operands", title="Operands from", usual="sram",
                choices=(("register", "registers"), ("sram", "memory on the chip"),
                         ("dram", "main memory")),
                explains="Where each multiplication finds its two numbers."),
        Control(name="uses", title="Uses of a fetch", usual="1", least=1, most=100000,
                explains="How many multiplications share what was fetched once."),
        Control(name="precision", title="Numbers", usual="int8",
                choices=(("int8", "bytes"), ("fp16", "floats of two bytes"),
                         ("fp32", "floats of four bytes")),
                explains="Their bytes are fetched, and their arithmetic paid for."),
        Control(name="multipliers", title="Multipliers", usual="0", most=10000000,
                explains="0 is as many as the generic chip has."),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
