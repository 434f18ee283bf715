"""What gives the pages of a language model at home, as commands for a shell."""

from __future__ import annotations

from shlex import quote

from app.model.known import KnownModel
from app.model.request import ModelRequest

GGUF, PROGRAM = "model.gguf", "program"
SHIPPED = "content/models/language/{name}"
STAGES_OF_FILE = ("tokens", "convert", "weights", "cache", "fusion")


def reproduce_language(known: KnownModel, asked: ModelRequest) -> str:
    """Converting; from the stage of the engine on, also compiling and running."""
    settings = asked.settings
    source = known.title if known.kind == "uploaded" else SHIPPED.format(name=known.id)
    convert = f"lowlab llm convert {quote(source)} --out {GGUF} --type {settings.type}"
    if settings.method != "rtn":
        convert += f" --method {settings.method} --group {settings.group} --calibration text.txt"
    if asked.stage in STAGES_OF_FILE:
        return convert
    compile_ = f"lowlab llm compile {GGUF} --out {PROGRAM}"
    if settings.arithmetic != "dot product":
        compile_ += f" --arithmetic {quote(settings.arithmetic)}"
    prompt = quote(settings.prompt or "Once upon a time")
    run = f"lowlab llm run {PROGRAM} --prompt {prompt} --tokens {settings.tokens}"
    return " && ".join((convert, compile_, run))
