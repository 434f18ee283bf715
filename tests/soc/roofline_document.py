"""The part of `docs/soc-model.md` on rooflines: formulas, stages, speeds, a loop's point."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.prompts.fit import constants_of, prompt_residuals
from compiler_core.soc.reading import soc_named
from compiler_core.soc.rooflines.decode_curves import language_ceiling
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.phase_speed import PhaseSpeed
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.roofline import PlacedPoint, roofline
from compiler_core.soc.rooflines.stage_points import stages_of
from compiler_core.soc.rooflines.staged_roofline import Roof, RoofedStage
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import NetworkWork
from tests.soc.held_out_prompts import prompt_lines
from tests.soc.staged import staged_roofline

NETWORK, CHIP = "resnet50", "generic"
_FORMULAS = """## Rooflines

    attainable = min(peak, intensity · bandwidth)      intensity = operations / bytes
    ridge      = peak / bandwidth                       headroom = longer part / shorter part

A kernel reads its inputs and weights and writes its output once, all through the chosen memory. A
multiply-accumulate is two operations, a node without products makes one for each element it reads,
and a kernel makes those of all its nodes: so fusion and quantisation change bytes and not
operations. A stage stands under the unit's ceiling at its own precision, or under that of the
fastest unit that has one there. Of {network} on the {chip}:
"""
_MODELLED = """Below the roof stands the speed that the network cost gives a kernel, on the roof's
unit and with double buffers:

    speed    = operations / (start + longest of compute, SRAM, DRAM)
    distance = min(peak, operations / bytes · bandwidth) / speed      at least 1

Its bytes are those which the cost model sends through the roof's memory: what stays on the chip is
not among them, what is read again is; so it may stand further right than with all its bytes, and
without any it has no place on the axis. Where the cost model counts less than the roof (operations
without products), the time of the roof stands. What is lost is the start, and the rest by the
factor that costs most: the shape's share of the array, cores that a network does not use, the
fitted efficiency, the share of the bandwidth, another memory. All kernels of {network}:
"""
_LOOPS = """A C loop stands under the ceiling of one CPU core. Its operations are counted: each
executed instruction by its mnemonic and its lanes. Additions, subtractions, multiplications,
divisions, square roots, minima and maxima are one, a product with a sum is two, a dot product two
for each of its products; conversions, moves, comparisons and addressing are none. Lanes that a
predicate of SVE switches off are not counted, by what the loads and stores beside them moved. Its
bytes are what it loads and stores, and, as a second point, the lines that the modelled cache
fetched; lines written back later are not in it. Assumed: half the fp32 speed for doubles, the fp32
speed for integers. Its time is the longest of three that a core overlaps:

    instructions = all that ran / (instructions a cycle · clock)
    lanes        = vector instructions / (pipelines · clock)
    memory       = lines fetched · 64 bytes / (share · bandwidth)

A core has as many pipelines as its multiply-accumulates at fp32 need, each as wide as a vector
register; the share is that of decoding on CPU cores. Not described, so not counted: the speed of
caches, waiting for results, jumps that were guessed wrongly. The profiling exercise adds a fourth
time, rounds counted · cycles in which a round waits for the one before / clock, those cycles by
LLVM's model of the core (of a Neoverse N1 for the Cortex-A76 to A78); and its lines are those that
the largest described cache of the CPU does not hold.

What `lowlab graph compile` and `lowlab llm compile` wrote runs on one core. A kernel takes the
longer of its vector instructions, over the efficiency fitted to networks, and its bytes over the
same share of the bandwidth; a call starts it. SDOT makes 16 products, SMMLA 32, FMLA 4, bytes
without SDOT 16 in 3 instructions; Winograd's 16 products count for 36. On the roof of a GPU or an
accelerator a program has no time.
"""
_PHASES = """Decode has the time of a step of the decode model. Prefill has the time of a prompt
(below), and never less than a step of decoding. Of {model} in {type} with {tokens} tokens, by the
token:
"""
_PROMPTS = """### Prompts

    seconds = c · layers · tokens / 128 + operations / (e · peak)       at least a step of decoding
    operations = 2 · tokens · (weights + attention · tokens)

Weights are the elements that a token is multiplied by, attention the products of one token's
queries with one position's keys and values, in all layers; positions that the mask hides count
too. c, of a layer and 128 tokens, is 0 or more; e is the share of the peak at the precision in
which such weights are multiplied, 1 at most. Both are fitted on published prompts
(`content/soc/prompts.yaml`), for each chip, engine and type, so that the squares of
modelled / measured - 1 are least; rows of a single model leave c at 0. A type without rows takes
those of the nearest type on the chip, a chip without rows the geometric mean of e over its engine
on other chips, else over units of its kind.

{constants}

The rows of a chip, engine and type in order of size, every other one, are two halves. Each half is
predicted by what is fitted on the other (`python -m tests.soc.held_out`); nothing else of the model
was chosen by these errors.

"""
LANGUAGE_MODEL, WEIGHTS, TOKENS = "qwen2.5-1.5b", "q8_0", 128
LANGUAGE_CHIPS = ("raspberry-pi-5", "rk3588", "jetson-orin-nano", "apple-m1-max")


def roofline_sections() -> list[str]:
    """Formulas, a table of stages, and what a loop's point is made of."""
    soc = soc_named(CHIP)
    work = read_work(NETWORK)
    assert isinstance(work, NetworkWork)
    stages = stages_of(work, "int8")
    rows = [
        staged_roofline(soc, stages, number, Roof(soc.network_unit, "int8")).now
        for number in range(len(stages))
    ]
    lines = [
        f"| {row.name} | {row.precision} | {row.roofline.unit} | {row.summary.kernels} | "
        f"{row.summary.bytes / 2**20:.1f} | {row.summary.median_intensity:.2f} | "
        f"{row.roofline.ridge:.1f} | {row.summary.memory_bound} |"
        for row in rows
    ]
    return [
        _FORMULAS.format(network=NETWORK, chip=soc.title),
        "| stage | tensors | unit | kernels | MiB moved | median operations a byte | ridge | "
        "bound by memory |",
        "|---|---|---|---|---|---|---|---|",
        *lines,
        "",
        _MODELLED.format(network=NETWORK),
        "| stage | roof allows, ms | modelled, ms | distance | most of the rest |",
        "|---|---|---|---|---|",
        *map(_modelled_line, rows),
        "",
        *_language_sections(),
        _LOOPS,
    ]


def _language_sections() -> list[str]:
    return [
        _PHASES.format(model=LANGUAGE_MODEL, type=WEIGHTS, tokens=TOKENS),
        "| chip | phase | operations a byte | ms, modelled | tokens a second | roof allows | "
        "distance | most of the rest |",
        "|---|---|---|---|---|---|---|---|",
        *(line for chip in LANGUAGE_CHIPS for line in _phase_lines(chip)),
        "",
        _PROMPTS.format(constants="\n".join(_constants())).rstrip() + "\n",
        *prompt_lines(),
        "",
    ]


def _constants() -> list[str]:
    """What is fitted, one line for each chip and type with rows."""
    lines = [
        "| chip | engine | type | rows | c, ms | share of the peak |",
        "|---|---|---|---|---|---|",
    ]
    groups = {(one.row.soc, one.row.engine, one.row.stored): one for one in prompt_residuals()}
    for soc, engine, stored in groups:
        chip = replace(soc_named(soc), decode_engine=engine)
        found = constants_of(chip, chip.main_unit.kind, stored)
        lines.append(
            f"| {soc_named(soc).title} | {engine} | {stored} | {found.rows} | "
            f"{found.layer_seconds * 1e3:.2f} | {found.efficiency:.1%} |"
        )
    return lines


def _phase_lines(chip: str) -> list[str]:
    soc, shapes = soc_named(chip), {model.name: model for model in known_language_models()}
    header = header_of(shapes[LANGUAGE_MODEL].configuration, WEIGHTS)
    ceiling = language_ceiling(soc, decode_work(header, TOKENS))
    assert ceiling is not None
    bare = roofline(soc, phases(header, TOKENS), *ceiling)
    found = with_language_times(soc, bare, header, TOKENS)
    return [_phase_line(chip, *pair) for pair in zip(found.points, found.phases, strict=True)]


def _phase_line(chip: str, point: PlacedPoint, phase: PhaseSpeed) -> str:
    modelled = point.modelled
    assert modelled is not None
    milliseconds = (phase.seconds or 0.0) * 1e3
    return (
        f"| {chip} | {phase.name} | {point.intensity:.1f} | {milliseconds:.2f} | "
        f"{phase.tokens_per_second:.1f} | {phase.allowed_per_second:.1f} | "
        f"{modelled.distance:.2f} | {modelled.losses[0].cause} |"
    )


def _modelled_line(stage: RoofedStage) -> str:
    found = stage.modelled
    assert found is not None
    cause, seconds = found.lost[0]
    share = seconds / (found.seconds - found.least_seconds)
    return (
        f"| {stage.name} | {found.least_seconds * 1e3:.2f} | {found.seconds * 1e3:.2f} | "
        f"{found.distance:.2f} | {cause}, {share:.0%} |"
    )
