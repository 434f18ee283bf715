"""A language model on a chip: memory first, then the step, then contexts, batches and types."""

from __future__ import annotations

from dataclasses import dataclass

from app.addresses.chips import SocRequest
from app.drawing.views.chart import Chart
from app.soc.views.decode_charts import memory_chart, speed_chart, step_chart
from app.soc.views.decode_words import (
    between_words,
    context_sentence,
    launch_noun,
    launch_words,
    rate_text,
    special_sentences,
    type_title,
)
from app.words import count, joined, share_text
from compiler_core.amounts import time_text
from compiler_core.llm.records import ModelHeader
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.decoding.decode import DecodeSpeed, DecodeWork, decode_unit
from compiler_core.soc.decoding.decode_grid import GridCell, MemoryParts, TypeSpeed
from compiler_core.soc.description import SocDescription

_BOUNDS = {
    "memory": "it waits for main memory",
    "compute": "arithmetic is the limit",
    "launch": "{between} takes longest",
}
_WHY = {
    "memory": "Every new token needs all weights and its whole cache once, so bytes decide.",
    "compute": "One reading of the weights serves so many sequences that arithmetic decides.",
    "launch": "The model is so small that {between} takes longer than reading it.",
}
_DOES_NOT_FIT = "does not fit"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeShown:
    """What the view is made from."""

    asked: SocRequest
    """What the address asks for."""
    soc: SocDescription
    """With the reader's changes, and with the unit, engine and threads chosen."""
    model: str
    """Title of the language model."""
    type: str
    """Of the weights, as `q4_k_m`, or `file` for those of the file."""
    context: int
    """Positions in the cache."""
    header: ModelHeader
    """Of the model with its weights in this type."""
    work: DecodeWork
    """Of one step."""
    memory: MemoryParts
    """What the model needs, beside what the chip has."""
    share: float
    """Of the memory's bandwidth that decoding reaches, 0 to 1."""
    speed: DecodeSpeed
    """Of the chosen context and batch, with the time to the first token."""
    batches: tuple[int, ...]
    """Columns of `grid`, in rising order."""
    grid: tuple[tuple[GridCell, ...], ...]
    """A row for each context, a cell for each batch."""
    types: tuple[TypeSpeed, ...]
    """The same model in other types of weights."""
    source: tuple[str, str]
    """Title and address of a known shape's document."""
    holders: tuple[SocDescription, ...]
    """Chips whose memory would hold it."""


@dataclass(frozen=True, slots=True)
class MemoryLine:
    """What needs memory, and how much of the chip's that is."""

    name: str
    bytes: str
    share: str


@dataclass(frozen=True, slots=True)
class StepLine:
    """A part of one step. formula: with this step's numbers."""

    name: str
    seconds: str
    formula: str
    is_bound: bool


@dataclass(frozen=True, slots=True)
class GridLine:
    """One context; cells: text, and whether it is the one chosen, for each batch."""

    context: str
    cells: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeLine:
    """The model with its weights in another type."""

    title: str
    """The type's name as readers see it."""
    address: str
    """Page with weights of this type."""
    current: bool
    """Whether this type is the chosen one."""
    bytes: str
    """Size of the weights with its unit."""
    fits: str
    """`✓` or `✗` with words."""
    speed: str
    """Tokens a second, or `does not fit`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeView:
    """How a language model decodes on a chip."""

    memory_chart: Chart
    """What needs memory beside what the chip has."""
    memory: tuple[MemoryLine, ...]
    """Weights, caches, system, and all together."""
    longest: str
    """The context that still fits, in a sentence."""
    holders: str
    """Where it would fit, "" where it does here."""
    step_chart: Chart | None
    """Parts of one step's time; None where the model does not fit."""
    steps: tuple[StepLine, ...]
    """The same in lines with formulas, then the speed; empty where the model does not fit."""
    speed_chart: Chart | None
    """Tokens a second over contexts; None where nothing of the grid fits."""
    batches: tuple[str, ...]
    """Headings of the grid's columns."""
    grid: tuple[GridLine, ...]
    """Tokens a second, a line for each context."""
    types: tuple[TypeLine, ...]
    """The model with its weights in other types."""
    special: tuple[str, ...]
    """What sets this model or chip apart, in sentences."""
    assumptions: tuple[str, ...]
    """Sentences on what the model takes for granted."""
    source_title: str
    """Title of a known shape's document, empty for a file."""
    source_address: str
    """Address of a known shape's document, empty for a file."""
    why: str
    """What the speed depends on."""
    roofline: str
    """The address of the same model under the roof."""


def decode_view(shown: DecodeShown) -> DecodeView:
    """The view of one model on one chip."""
    request, speed = shown.asked, shown.speed
    fastest = any(cell.speed.fits for row in shown.grid for cell in row)
    title, address = shown.source
    return DecodeView(
        memory_chart=memory_chart(shown.memory),
        memory=_memory_lines(shown.memory, shown.work),
        longest=context_sentence(shown.soc, shown.header, shown.work.batch),
        holders="" if speed.fits else _holders(shown.holders),
        step_chart=step_chart(speed, launch_noun(shown.soc)) if speed.fits else None,
        steps=_steps(shown) if speed.fits else (),
        speed_chart=_speed_chart(shown) if fastest else None,
        batches=tuple(f"{batch:,}" for batch in shown.batches),
        grid=tuple(_grid_line(row, shown) for row in shown.grid),
        types=tuple(_type_line(weight_type, shown) for weight_type in shown.types),
        special=special_sentences(shown.soc, shown.header, shown.work, shown.context),
        assumptions=(*speed.assumptions, *shown.soc.notes),
        source_title=title,
        source_address=address,
        why=_WHY[shown.speed.bound or "memory"].format(between=between_words(shown.soc)),
        roofline=SocRequest("roofline", request.chip, edits=request.edits)
        .with_values(
            language=request.model, context=str(shown.context), batch=str(shown.work.batch)
        )
        .address(),
    )


def decode_headline(shown: DecodeShown) -> str:
    """Whether it fits, before how fast it is and why."""
    model, speed, memory = f"{shown.model}, {type_title(shown.type)}", shown.speed, shown.memory
    if not speed.fits or speed.tokens_per_second is None:
        return (
            f"{model}: {_misfit(memory, shown.soc.title)} It needs {size_text(memory.needed)}. "
            "No speed is given for what cannot run."
        )
    return (
        f"{model}: it fits on {shown.soc.title} and decodes {rate_text(speed.tokens_per_second)} "
        f"tokens a second (modelled), with {count(shown.context, 'position')} in the cache"
        f"{_batch_words(shown.work.batch)}.{_first_token(speed)} A token reads "
        f"{size_text(speed.bytes_per_token)}; "
        f"{_bound_words(shown)}{_by_how_much(speed)}."
    )


def _first_token(speed: DecodeSpeed) -> str:
    """Of one sequence's prompt; "" where the unit's speed is not known."""
    if speed.time_to_first_token is None or speed.prompt_tokens is None:
        return ""
    return (
        f" Its first token comes after {time_text(speed.time_to_first_token)}, for a prompt of "
        f"{count(speed.prompt_tokens, 'token')} (modelled)."
    )


def _bound_words(shown: DecodeShown) -> str:
    words = _BOUNDS[shown.speed.bound or "memory"]
    return words.format(between=between_words(shown.soc))


def _misfit(memory: MemoryParts, title: str) -> str:
    if memory.available is None:
        return f"no size is stated for the DRAM of {title}, so nothing says that it fits."
    return f"it does not fit into the {size_text(memory.available)} of {title}."


def _batch_words(batch: int) -> str:
    return f" of each of {batch} sequences" if batch > 1 else ""


def _by_how_much(speed: DecodeSpeed) -> str:
    memory, compute = speed.memory_seconds or 0.0, speed.compute_seconds or 0.0
    if not compute or speed.bound == "launch":
        return ""
    times = memory / compute if speed.bound == "memory" else compute / memory
    other = "arithmetic" if speed.bound == "memory" else "memory"
    return f", {times:,.1f} times as long as {other} would take"


def _holders(chips: tuple[SocDescription, ...]) -> str:
    if not chips:
        return "None of the chips described here would hold it."
    # Titles have commas of their own: "Apple M4, 10-core GPU".
    names = joined([chip.title for chip in chips], 6, "; ")
    return f"It would fit on {names}."


def _memory_lines(memory: MemoryParts, work: DecodeWork) -> tuple[MemoryLine, ...]:
    caches = f"Keys and values of {count(work.batch, 'sequence')}, F16"
    rows = (
        ("Weights, all of them", memory.weights),
        (caches, memory.caches),
        ("System and program, assumed", memory.system),
        ("Together", memory.needed),
    )
    return tuple(
        MemoryLine(name, size_text(size), _share_of(memory.available, size)) for name, size in rows
    )


def _share_of(available: float | None, size: float) -> str:
    return share_text(size / available) if available else "–"


def _steps(shown: DecodeShown) -> tuple[StepLine, ...]:
    speed, soc, work = shown.speed, shown.soc, shown.work
    memory, compute, launch = (
        time or 0.0 for time in (speed.memory_seconds, speed.compute_seconds, speed.launch_seconds)
    )
    bandwidth = bandwidth_text(soc.main_memory.bytes_per_second or 0.0)
    together = max(memory, compute) + launch
    return (
        StepLine("Read weights and caches", time_text(memory),
                 f"{work.step_bytes:,.0f} bytes ÷ ({shown.share:.0%} of {bandwidth})",
                 speed.bound == "memory"),
        StepLine("Multiply", time_text(compute),
                 f"{_many(work.weights * work.batch)} multiply-accumulates on "
                 f"{decode_unit(soc).title}, beside the reading", speed.bound == "compute"),
        StepLine(launch_words(soc), time_text(launch),
                 f"of {work.layers} layers, after one another", speed.bound == "launch"),
        StepLine("One step", time_text(together),
                 "the longer of the first two, and the third", False),
        StepLine("Tokens a second", rate_text(speed.tokens_per_second or 0.0),
                 f"{count(work.batch, 'token')} ÷ {time_text(together)}", False),
        *_first_token_line(speed),
    )  # fmt: skip


def _first_token_line(speed: DecodeSpeed) -> tuple[StepLine, ...]:
    if speed.time_to_first_token is None or speed.prompt_tokens is None:
        return ()
    rate = rate_text(speed.prompt_tokens / speed.time_to_first_token)
    return (
        StepLine(
            "Time to the first token",
            time_text(speed.time_to_first_token),
            f"a prompt of {count(speed.prompt_tokens, 'token')} of one sequence, {rate} of them a "
            "second",
            False,
        ),
    )


def _many(number: float) -> str:
    return f"{number / 1e9:,.2f} billion" if number >= 1e8 else f"{number / 1e6:,.2f} million"


def _speed_chart(shown: DecodeShown) -> Chart:
    def address(context: int) -> str:
        return shown.asked.with_values(context=str(context)).address()

    return speed_chart(shown.grid, shown.context, shown.work.batch, address)


def _grid_line(row: tuple[GridCell, ...], shown: DecodeShown) -> GridLine:
    chosen = (shown.context, shown.work.batch)
    return GridLine(
        f"{row[0].context:,}",
        tuple((_cell(cell.speed), (cell.context, cell.batch) == chosen) for cell in row),
    )


def _cell(speed: DecodeSpeed) -> str:
    if speed.tokens_per_second is None:
        return _DOES_NOT_FIT
    return rate_text(speed.tokens_per_second)


def _type_line(row: TypeSpeed, shown: DecodeShown) -> TypeLine:
    return TypeLine(
        title=type_title(row.type),
        address=shown.asked.with_values(type=row.type).address(),
        current=row.type == shown.type,
        bytes=size_text(row.memory.weights),
        fits="✓\N{NO-BREAK SPACE}fits" if row.memory.fits else "✗\N{NO-BREAK SPACE}does not fit",
        speed=_cell(row.speed),
    )
