"""The three texts that MLIR is given: a program, a dialect, a rewrite."""

from __future__ import annotations

from compiler_core.atlas.records import Settings
from compiler_core.content_files import CONTENT_FOLDER

INPUTS = CONTENT_FOLDER / "atlas" / "mlir-anatomy" / "inputs"
PROGRAM, DIALECT, REWRITE = "program.mlir", "dialect.mlir", "rewrite.mlir"
UNKNOWN, ALLOWED = "unknown", "allowed"
NO_REWRITE = "none"


def chosen_texts(settings: Settings) -> dict[str, str]:
    """What the choices stand for; a dialect that nobody declared and no rewrite are empty."""
    dialect, rewrite = settings["dialect"], settings["rewrite"]
    return {
        "program": _text(f"{settings['example']}.mlir"),
        "declaration": "" if dialect in (UNKNOWN, ALLOWED) else _text(f"{dialect}.irdl.mlir"),
        "patterns": "" if rewrite == NO_REWRITE else _text(f"{rewrite}.pdl.mlir"),
    }


def given_texts(settings: Settings) -> dict[str, str]:
    """The same, with a reader's own text in its place."""
    return {name: settings[name] or text for name, text in chosen_texts(settings).items()}


def _text(name: str) -> str:
    return (INPUTS / name).read_text("utf-8")
