"""What gives the pages of a language model at home, as commands for a shell."""

from __future__ import annotations

from shlex import quote

from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from compiler_core.llm.evaluation.shipped import shipped_language_model
from compiler_core.llm.limits import USUAL_PROMPT

GGUF, PROGRAM = "model.gguf", "program"
SHIPPED = "content/models/language/{name}"
STAGES_OF_FILE = ("tokens", "convert", "weights", "cache", "fusion")


def usual_prompt(known: KnownModel) -> str:
    """What the page goes on from when nobody wrote a prompt."""
    if known.kind == "uploaded":
        return USUAL_PROMPT
    return shipped_language_model(known.id).prompts[0]


def reproduce_language(known: KnownModel, request: ModelRequest) -> str:
    """Converting; from the stage of the engine on, also compiling and running."""
    settings = request.settings
    source = known.title if known.kind == "uploaded" else SHIPPED.format(name=known.id)
    convert = f"lowlab llm convert {quote(source)} --out {GGUF} --type {settings.type}"
    if settings.method != "rtn":
        convert += f" --method {settings.method} --group {settings.group} --calibration text.txt"
    if request.stage in STAGES_OF_FILE:
        return convert
    compile_ = f"lowlab llm compile {GGUF} --out {PROGRAM}"
    if settings.arithmetic != "dot product":
        compile_ += f" --arithmetic {quote(settings.arithmetic)}"
    if settings.kv != "auto":
        compile_ += f" --kv {settings.kv}"
    prompt = quote(settings.prompt or usual_prompt(known))
    run = f"lowlab llm run {PROGRAM} --prompt {prompt} --tokens {settings.tokens}"
    return " && ".join((convert, compile_, run))
