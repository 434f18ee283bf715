"""The page on training: what the way back needs, kept or computed again."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.atlas.model_choices import MODEL_CHOICES
from compiler_core.atlas.records import (
    AtlasFact,
    AtlasPage,
    Control,
    PageFinding,
    Plot,
    PlotSeries,
    Settings,
)
from compiler_core.atlas.training.kept import Batch, TrainingMemory, Way, training_memory
from compiler_core.llm.inspection import inspect_model
from compiler_core.llm.records import ModelConfiguration
from compiler_core.sizes import size_text
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import header_of
from compiler_core.trace import Change, Step

_GIBI = 1 << 30
_POINTS = 24
_FACTS = (
    AtlasFact(name="bytes of shares", unit="bytes", basis="computed"),
    AtlasFact(name="bytes in place of shares", unit="bytes", basis="computed"),
    AtlasFact(name="bytes of other values", unit="bytes", basis="computed"),
    AtlasFact(name="bytes of weights, gradients and moments", unit="bytes", basis="computed"),
    AtlasFact(name="kept, all", unit="bytes", basis="computed"),
    AtlasFact(name="kept, shares again", unit="bytes", basis="computed"),
    AtlasFact(name="kept, blocks again", unit="bytes", basis="computed"),
    AtlasFact(name="more operations, shares again", unit="%", basis="computed"),
    AtlasFact(name="more operations, blocks again", unit="%", basis="computed"),
)


def _compute(settings: Settings) -> PageFinding:
    shape = known_language_model(settings["model"]).configuration
    parameters = inspect_model(header_of(shape, "f16")).parameters
    batch = Batch(
        tokens=int(settings["tokens"]),
        sequences=int(settings["sequences"]),
        number_bytes=int(settings["number"]),
    )
    memory = training_memory(shape, parameters, batch)
    return PageFinding(
        facts=_facts(memory),
        steps=tuple(_step(memory, way) for way in memory.ways),
        sentence=_sentence(memory, batch),
        plots=(_plot(shape, parameters, batch),),
    )


def _facts(memory: TrainingMemory) -> dict[str, float | str | bool]:
    whole, shares, blocks = memory.ways
    return {
        "bytes of shares": memory.scores,
        "bytes in place of shares": memory.rows,
        "bytes of other values": memory.values,
        "bytes of weights, gradients and moments": memory.state,
        "kept, all": whole.bytes,
        "kept, shares again": shares.bytes,
        "kept, blocks again": blocks.bytes,
        "more operations, shares again": 100 * shares.again / memory.step,
        "more operations, blocks again": 100 * blocks.again / memory.step,
    }


def _step(memory: TrainingMemory, way: Way) -> Step:
    changes = (Change("replaced", "values", way.reason),) if way.again else ()
    return Step(
        pass_name=way.name,
        kind="way",
        changed=bool(way.again),
        before=None,
        after=None,
        changes=changes,
        metrics={
            "GiB kept": round(way.bytes / _GIBI, 2),
            "% more operations": round(100 * way.again / memory.step, 1),
        },
    )


def _sentence(memory: TrainingMemory, batch: Batch) -> str:
    whole, shares, blocks = memory.ways
    return (
        f"With {batch.tokens:,} tokens a sequence, {size_text(whole.bytes)} are kept, "
        f"{size_text(memory.scores)} of them shares of attention; weights, gradients and moments "
        f"take {size_text(memory.state)}. Computing shares again leaves {size_text(shares.bytes)} "
        f"for {100 * shares.again / memory.step:.1f}% more operations, computing blocks again "
        f"{size_text(blocks.bytes)} for {100 * blocks.again / memory.step:.0f}%."
    )


def _plot(shape: ModelConfiguration, parameters: int, batch: Batch) -> Plot:
    """What is kept up to these tokens."""
    lengths = sorted({max(1, batch.tokens * at // _POINTS) for at in range(1, _POINTS + 1)})
    memories = [training_memory(shape, parameters, replace(batch, tokens=size)) for size in lengths]
    names = [way.name for way in memories[0].ways]
    return Plot(
        title="What is kept",
        look="Look at the upper line: it bends upwards, since shares grow with the square of the "
        "tokens. Without them, lines are straight.",
        across="tokens of a sequence",
        up="GiB",
        series=tuple(
            PlotSeries(
                name=name,
                form="line",
                points=tuple(
                    (float(length), memory.ways[at].bytes / _GIBI)
                    for length, memory in zip(lengths, memories, strict=True)
                ),
            )
            for at, name in enumerate(names)
        ),
    )


TRAINING = AtlasPage(
    name="training",
    title="Training: what the way back needs",
    idea="Gradients need values of the way forward. Attention has one for each pair of tokens: "
    "they can be kept, or computed again.",
    label="modelled",
    tool="Lowering Lab",
    explains=(("language", "fusion"), ("language", "cache")),
    controls=(
        Control(name="model", title="Model", explains="Whose step of training is counted.",
                usual="llama-3.1-8b", choices=MODEL_CHOICES),
        Control(name="tokens", title="Tokens of a sequence", usual="8192", least=16, most=131072,
                explains="Shares grow with their square, everything else in proportion."),
        Control(name="sequences", title="Sequences", usual="1", least=1, most=1024,
                explains="How many a step takes at once."),
        Control(name="number", title="Bytes of a number", usual="4",
                explains="Of each value that is kept; weights, gradients and moments stay floats.",
                choices=(("4", "4: float"), ("2", "2: half of a float"))),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
