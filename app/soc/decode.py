"""A language model on the chip: does it fit, how fast does it decode, what does each choice cost.

Values of the address: type, of the weights; context and batch; unit, engine and threads of what
decodes.
What does not suit the model or the chip gives way to the usual; nonsense is refused.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace

from app.addresses.chips import SocRequest
from app.model_runs.known import find_model
from app.soc.scenes import decode_picture
from app.soc.views.context import SocContext, ViewAnswer
from app.soc.views.decode import DecodeShown, decode_headline, decode_view
from app.soc.views.fields import Field, menu, stepped
from app.soc.views.summaries import decode_summaries
from app.soc.works import SocModel, language_work
from compiler_core.errors import InputError
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.weight_quantisation.published_recipes import published_recipe
from compiler_core.soc.decode_engines import ENGINES, DecodeEngine, engine_named
from compiler_core.soc.decoding.decode import (
    DecodeSpeed,
    DecodeWork,
    decode_speed,
    decode_unit,
)
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.decode_grid import (
    chips_that_hold,
    context_lengths,
    decode_grid,
    memory_parts,
    possible_types,
    speeds_by_type,
)
from compiler_core.soc.decoding.decode_ways import (
    DecodeWay,
    assumed_of_way,
    chip_with,
    engines_on,
    unit_named,
    way_of,
)
from compiler_core.soc.decoding.first_token import with_first_token
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import ComputeUnit, SocDescription
from compiler_core.soc.reading import load_socs

TYPES = (
    "q4_0", "q3_k_s", "q4_k_m", "q5_k_m", "q6_k", "q8_0", "f16", "w4a16", "w8a8",
)  # fmt: skip
OF_FILE = "file"
BATCHES = (1, 2, 4, 8, 16, 32, 64)
_USUAL_CONTEXT, _MOST_CONTEXT, _MOST_BATCH = 2048, 1 << 24, 1024
_MOST_THREADS = 1024
# A unit of some chip, and none.
_UNITS = frozenset(
    ("", *(name for soc in load_socs() for unit in soc.units for name in (unit.name, unit.kind)))
)
_SHIPPED_FILE = "content/models/language/{name}"
_FOR_CHIP_AS_IS = "  # for the chip as it is"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choice:
    """What is asked of the model: type is `file` for the weights as they lie in the file."""

    way: DecodeWay
    """The unit, engine and threads that decode."""
    type: str
    """Of the weights, as `q4_k_m`; `file` for the weights as they lie in the file."""
    types: tuple[str, ...]
    """What the menu offers, `file` first for a model that is a file."""
    context: int
    """Positions in the cache."""
    contexts: tuple[int, ...]
    """Lengths of the menu in rising order, the chosen one among them."""
    batch: int
    """Sequences decoded at once, from 1."""


def decode_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for values that none can be, and for a header that says too
    little.
    """
    request, work, model = context.asked, context.work, context.model
    assert work is not None
    assert model is not None
    given = language_work(work).header
    choice = _choice(request, context.soc, given)
    shown = _shown(request, chip_with(context.soc, choice.way), model, given, choice)
    detail = decode_view(shown)
    command = _command(request, choice, model.title)
    return ViewAnswer(
        headline=decode_headline(shown),
        detail=detail,
        says=decode_summaries(detail),
        template="partials/soc/decode.html",
        record={"speed": shown.speed, "memory": shown.memory, "work": shown.work,
                "grid": shown.grid, "types": shown.types},
        command=command,
        scene=decode_picture(shown.grid, choice.context, (model.title, shown.soc.title, command)),
        fields=_fields(choice, context.soc),
    )  # fmt: skip


def _shown(
    request: SocRequest, soc: SocDescription, model: SocModel, given: ModelHeader, choice: _Choice
) -> DecodeShown:
    """given: the file's own header, whatever type is asked for."""
    header = given if choice.type == OF_FILE else header_of(given.configuration, choice.type)
    step = decode_work(header, choice.context, choice.batch)
    return DecodeShown(
        asked=request,
        soc=soc,
        model=model.title,
        type=choice.type,
        context=choice.context,
        header=header,
        work=step,
        memory=memory_parts(soc, step),
        share=share_for(soc),
        speed=_speed(soc, choice, header, step),
        batches=_with(BATCHES, choice.batch),
        grid=decode_grid(soc, header, choice.contexts, _with(BATCHES, choice.batch)),
        types=speeds_by_type(soc, given.configuration, TYPES, choice.context),
        source=_source(request),
        holders=chips_that_hold(load_socs(), step),
    )


def _speed(
    soc: SocDescription, choice: _Choice, header: ModelHeader, step: DecodeWork
) -> DecodeSpeed:
    """With the time to the first token, and what the reader's choice stands on."""
    bare = decode_speed(soc, step, share_for(soc))
    timed = with_first_token(soc, header, bare, choice.context)
    said = (*assumed_of_way(soc, choice.way), *timed.assumptions)
    return replace(timed, assumptions=said, way=way_of(soc))


def _choice(request: SocRequest, soc: SocDescription, given: ModelHeader) -> _Choice:
    known = _is_known(request.model)
    types = possible_types(given.configuration, TYPES)
    offered = types if known else (OF_FILE, *types)
    wanted = request.value("type", offered[0])
    if wanted != OF_FILE:
        wanted = published_recipe(wanted).name
        offered = _offered_with(offered, wanted, given)
    lengths = context_lengths(given.configuration)
    usual = max(context for context in lengths if context <= max(_USUAL_CONTEXT, lengths[0]))
    length = min(request.whole("context", usual, 1, _MOST_CONTEXT), lengths[-1])
    return _Choice(
        way=_way(request, soc),
        type=wanted if wanted in offered else offered[0],
        types=offered,
        context=length,
        contexts=_with(lengths, length),
        batch=request.whole("batch", 1, 1, _MOST_BATCH),
    )


def _way(request: SocRequest, soc: SocDescription) -> DecodeWay:
    """A unit, engine or number of threads that this chip does not have gives way to the usual.

    Raises InputError for engines that there are not, and for what no chip has.
    """
    name = request.value("engine")
    engine = engine_named(name)
    if name and engine is None:
        known = ", ".join(known_engine.name for known_engine in ENGINES)
        raise InputError(f"engine cannot be {name[:40]!r}.", f"Known: {known}.")
    unit = unit_named(soc, request.value("unit"))
    if unit is None and request.value("unit") not in _UNITS:
        raise InputError(
            f"unit cannot be {request.value('unit')[:40]!r}.", f"Known: {_units(soc)}."
        )
    way = DecodeWay(unit=unit.name if unit else "")
    if engine is not None and _suits(soc, engine, unit):
        way = replace(way, engine=name)
    chosen = decode_unit(chip_with(soc, way))
    most = int(chosen.cores.value) if chosen.kind == "cpu" else 0
    threads = request.whole("threads", 0, 0, _MOST_THREADS)
    return replace(way, threads=threads if threads <= most else 0)


def _suits(soc: SocDescription, engine: DecodeEngine, unit: ComputeUnit | None) -> bool:
    units = soc.units if unit is None else (unit,)
    return any(engine in engines_on(soc, chip_unit) for chip_unit in units)


def _units(soc: SocDescription) -> str:
    return ", ".join(unit.name for unit in soc.units)


def _offered_with(offered: tuple[str, ...], wanted: str, given: ModelHeader) -> tuple[str, ...]:
    """A recipe that is not in the menu is put into it, if the model's rows go into its blocks."""
    if wanted in offered or not possible_types(given.configuration, (wanted,)):
        return offered
    return (*offered, wanted)


def _with(values: tuple[int, ...], extra: int) -> tuple[int, ...]:
    return tuple(sorted({*values, extra}))


def _way_fields(choice: _Choice, soc: SocDescription) -> tuple[Field, ...]:
    """Menus of what there is on this chip; none where there is nothing to choose."""
    chosen = chip_with(soc, choice.way)
    unit = soc.unit(decode_unit(chosen).name)
    units = [(chip_unit.name, chip_unit.title) for chip_unit in soc.units]
    engines = [(engine.name, engine.title) for engine in engines_on(soc, unit)]
    fields = [menu("unit", "Decodes on", unit.name, units, reloads=True)]
    if engines:
        fields.append(menu("engine", "With", chosen.decode_engine, engines, reloads=True))
    if unit.kind == "cpu" and unit.cores.value > 1:
        cores = int(unit.cores.value)
        threads = [(str(number), f"{number} of {cores} cores") for number in range(1, cores + 1)]
        fields.append(menu("threads", "Threads", str(choice.way.threads or cores), threads))
    return tuple(fields)


def _fields(choice: _Choice, soc: SocDescription) -> tuple[Field, ...]:
    titles = [
        (number_type, "as in the file" if number_type == OF_FILE else number_type.upper())
        for number_type in choice.types
    ]
    contexts = [(str(context), f"{context:,} positions") for context in choice.contexts]
    batches = [(str(batch), f"{batch:,} at once") for batch in _with(BATCHES, choice.batch)]
    return (
        menu("type", "Weights", choice.type, titles),
        stepped("context", "In the cache", str(choice.context), contexts),
        stepped("batch", "Sequences", str(choice.batch), batches),
        *_way_fields(choice, soc),
    )


def _is_known(name: str) -> bool:
    return any(model.name == name for model in known_language_models())


def _source(request: SocRequest) -> tuple[str, str]:
    """Title and address of the document a known shape is from; empty for a file."""
    shape = next((model for model in known_language_models() if model.name == request.model), None)
    return (shape.source.title, shape.source.address) if shape else ("", "")


def _command(request: SocRequest, choice: _Choice, title: str) -> str:
    """What prints the same; "" for a file in another type, for which there is none."""
    words = ["lowlab", "soc", "decode", "--soc", request.chip]
    if _is_known(request.model):
        words += ["--config", request.model, "--type", choice.type]
    elif choice.type != OF_FILE:
        return ""
    else:
        is_upload = find_model(request.model).kind == "uploaded"
        words += ["--gguf", title if is_upload else _SHIPPED_FILE.format(name=request.model)]
    words += ["--context", str(choice.context), "--batch", str(choice.batch)]
    way = choice.way
    for name, value in (("unit", way.unit), ("engine", way.engine), ("threads", way.threads)):
        words += [f"--{name}", str(value)] if value else []
    return shlex.join(words) + (_FOR_CHIP_AS_IS if request.edits else "")
