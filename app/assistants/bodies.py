"""What tools for assistants take that no address of the API takes."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from app.loop.api_bodies import Setting, Sources
from app.serving.bodies import StrictBody
from compiler_core.soc.description import Precision
from compiler_core.soc.networks.cnn import Buffering

_MODEL = (
    "A model that ships: plain, residual, depthwise (networks), workshop (a language model); or a "
    "file's path in the folder that `lowlab mcp --models` opened: ONNX, GGUF, safetensors."
)
_SOC = "A chip, as `chips` lists it."


class NoBody(StrictBody):
    """Nothing to choose."""


class RegistersBody(Sources, Setting):
    """A source whose registers to follow."""

    function: str = Field("", description="Name or symbol of a function; all of them if empty.")


class ModelBody(StrictBody):
    """A model to compile and run once. Nothing of a file's is kept."""

    model: str = Field(description=_MODEL)
    stage: str = Field(
        "",
        description="One stage with all it left, such as `engine` or `run`, `decode`; each stage "
        "in a sentence with its figures if empty.",
    )
    settings: dict[str, str] = Field(
        default_factory=dict,
        description="By name: `precision` (int8, fp32), `core`… of a network; `type`, `kv`, "
        "`prompt`… of a language model. The usual ones if none.",
    )


class HeaderBody(StrictBody):
    """A language model whose header to read."""

    model: str = Field(description=_MODEL)


class ChipNetworkBody(StrictBody):
    """A network to put on a chip."""

    model: str = Field(description=f"{_MODEL} Or a layer table, such as mobilenet-v2.")
    soc: str = Field("generic", description=_SOC)
    precision: Precision = Field("int8", description="int4, int8, fp16 or fp32.")
    buffering: Buffering = Field("double", description="double, or single: nothing overlaps.")


class ChipDecodeBody(StrictBody):
    """A language model to decode on a chip."""

    model: str = Field(description=f"{_MODEL} Or one known by its shape, such as llama-3.1-8b.")
    type: str = Field("", description="Of weights, where only the shape is known: q4_k_m, w8a8…")
    soc: str = Field("generic", description=_SOC)
    context: int = Field(128, ge=0, le=10_000_000, description="Positions in the cache.")
    batch: int = Field(1, ge=1, le=100_000, description="Sequences decoded together.")
    prompt: int = Field(
        0, ge=0, le=10_000_000, description="Tokens before the first one; 0: as `context`."
    )
    engine: str = Field("", description="What decodes, such as llama.cpp-cpu; else the usual one.")
    unit: str = Field("", description="The chip's unit that decodes, such as cpu.")


class LessonsBody(StrictBody):
    """A lesson to read, or the list of all."""

    lesson: str = Field("", description="Its id; all lessons are listed if empty.")


class ClaimsBody(StrictBody):
    """A lesson whose claims to try on the compilers installed here."""

    lesson: str = Field(description="Its id, as `lessons` lists it; or `folklore`.")


class ExercisesBody(StrictBody):
    """An exercise to read, or the list of all."""

    exercise: str = Field("", description="Its id; all exercises are listed if empty.")
    hints: int = Field(0, ge=0, le=9, description="How many of its hints to open.")


class AnswerBody(StrictBody):
    """An answer to judge. Nothing of it is kept."""

    exercise: str = Field(description="Its id, as `exercises` lists it.")
    answer: dict[str, Any] = Field(
        description="What the exercise lets one change, by name: `source`, `flags`…"
    )
