"""A language model on the chip: does it fit, how fast does it decode, what does each choice cost.

Values of the address: type, of the weights; context and batch. What does not suit the model gives
way to the usual; nonsense is refused.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from app.model.known import find_model
from app.soc.context import SocContext, ViewAnswer
from app.soc.request import SocRequest
from app.soc.works import language_work
from app.view_models.soc.decode import DecodeShown, decode_headline, decode_view
from app.view_models.soc.fields import Field, menu, stepped
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.weight_quantisation.published_recipes import published_recipe
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.decode_grid import (
    chips_that_hold,
    context_lengths,
    decode_grid,
    memory_parts,
    possible_types,
    speeds_by_type,
)
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.reading import load_socs

TYPES = (
    "q4_0", "q3_k_s", "q4_k_m", "q5_k_m", "q6_k", "q8_0", "f16", "w4a16", "w8a8",
)  # fmt: skip
OF_FILE = "file"
BATCHES = (1, 2, 4, 8, 16, 32, 64)
_USUAL_CONTEXT, _MOST_CONTEXT, _MOST_BATCH = 2048, 1 << 24, 1024
_SHIPPED_FILE = "content/models/language/{name}"
_FOR_CHIP_AS_IS = "  # for the chip as it is"


@dataclass(frozen=True, slots=True)
class _Choice:
    """What is asked of the model: type is `file` for the weights as they lie in the file."""

    type: str
    types: tuple[str, ...]
    context: int
    contexts: tuple[int, ...]
    batch: int


def decode_answer(context: SocContext) -> ViewAnswer:
    """The view. Raises InputError for values that none can be, and for a header that says too
    little.
    """
    asked, soc, work, model = context.asked, context.soc, context.work, context.model
    assert work is not None
    assert model is not None
    given = language_work(work).header
    choice = _choice(asked, given)
    header = given if choice.type == OF_FILE else header_of(given.configuration, choice.type)
    step = decode_work(header, choice.context, choice.batch)
    shown = DecodeShown(
        asked=asked,
        soc=soc,
        model=model.title,
        type=choice.type,
        context=choice.context,
        header=header,
        work=step,
        memory=memory_parts(soc, step),
        share=share_for(soc),
        speed=decode_speed(soc, step, share_for(soc)),
        batches=_with(BATCHES, choice.batch),
        grid=decode_grid(soc, header, choice.contexts, _with(BATCHES, choice.batch)),
        types=speeds_by_type(soc, given.configuration, TYPES, choice.context),
        source=_source(asked),
        holders=chips_that_hold(load_socs(), step),
    )
    return ViewAnswer(
        headline=decode_headline(shown),
        detail=decode_view(shown),
        template="partials/soc/decode.html",
        record={"speed": shown.speed, "memory": shown.memory, "work": step, "grid": shown.grid,
                "types": shown.types},
        command=_command(asked, choice, model.title),
        fields=_fields(choice),
    )  # fmt: skip


def _choice(asked: SocRequest, given: ModelHeader) -> _Choice:
    known = _is_known(asked.model)
    types = possible_types(given.configuration, TYPES)
    offered = types if known else (OF_FILE, *types)
    wanted = asked.value("type", offered[0])
    if wanted != OF_FILE:
        wanted = published_recipe(wanted).name
        offered = _offered_with(offered, wanted, given)
    lengths = context_lengths(given.configuration)
    usual = max(one for one in lengths if one <= max(_USUAL_CONTEXT, lengths[0]))
    length = min(asked.whole("context", usual, 1, _MOST_CONTEXT), lengths[-1])
    return _Choice(
        wanted if wanted in offered else offered[0],
        offered,
        length,
        _with(lengths, length),
        asked.whole("batch", 1, 1, _MOST_BATCH),
    )


def _offered_with(offered: tuple[str, ...], wanted: str, given: ModelHeader) -> tuple[str, ...]:
    """A recipe that is not in the menu is put into it, if the model's rows go into its blocks."""
    if wanted in offered or not possible_types(given.configuration, (wanted,)):
        return offered
    return (*offered, wanted)


def _with(values: tuple[int, ...], one: int) -> tuple[int, ...]:
    return tuple(sorted({*values, one}))


def _fields(choice: _Choice) -> tuple[Field, ...]:
    titles = [(one, "as in the file" if one == OF_FILE else one.upper()) for one in choice.types]
    contexts = [(str(one), f"{one:,} positions") for one in choice.contexts]
    batches = [(str(one), f"{one:,} at once") for one in _with(BATCHES, choice.batch)]
    return (
        menu("type", "Weights", choice.type, titles),
        stepped("context", "In the cache", str(choice.context), contexts),
        stepped("batch", "Sequences", str(choice.batch), batches),
    )


def _is_known(name: str) -> bool:
    return any(one.name == name for one in known_language_models())


def _source(asked: SocRequest) -> tuple[str, str]:
    """Title and address of the document a known shape is from; empty for a file."""
    found = next((one for one in known_language_models() if one.name == asked.model), None)
    return (found.source.title, found.source.address) if found else ("", "")


def _command(asked: SocRequest, choice: _Choice, title: str) -> str:
    """What prints the same; "" for a file in another type, for which there is none."""
    words = ["lowlab", "soc", "decode", "--soc", asked.chip]
    if _is_known(asked.model):
        words += ["--config", asked.model, "--type", choice.type]
    elif choice.type != OF_FILE:
        return ""
    else:
        is_upload = find_model(asked.model).kind == "uploaded"
        words += ["--gguf", title if is_upload else _SHIPPED_FILE.format(name=asked.model)]
    words += ["--context", str(choice.context), "--batch", str(choice.batch)]
    return shlex.join(words) + (_FOR_CHIP_AS_IS if asked.edits else "")
