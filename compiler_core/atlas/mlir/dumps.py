"""What `mlir-opt --mlir-print-ir-before-all` prints, read to one step a pass."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.atlas.texts import text_snapshot
from compiler_core.trace import Snapshot, Step

REWRITE = "rewrite"
"""The kind of a step whose text before and behind it are compared line by line."""
LINES_KEPT = 400
_DUMP = re.compile(r"^// -----// IR Dump Before .* \(([\w-]+)\) .*//----- //$", re.MULTILINE)
_ERROR = re.compile(r"^(?P<place>[^\n]*?):? error: (?P<words>.*)$", re.MULTILINE)
_OPERATION = re.compile(r"^\s*(?:%[\w:, %#-]+ = )?\"?([a-z_]\w*)\.([a-z_][\w.]*)", re.MULTILINE)


def texts_of(dumps: str, result: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the passes in order, and the texts: one before each, and the result."""
    parts = _DUMP.split(dumps)
    names, texts = parts[1::2], parts[2::2]
    return tuple(names), (*(text.strip("\n") for text in texts), result.strip("\n"))


def steps_of(names: Sequence[str], texts: Sequence[str]) -> tuple[Step, ...]:
    """One step a pass. texts: one more than names."""
    snapshots = [_snapshot(text) for text in texts]
    return tuple(
        Step(
            name,
            REWRITE,
            texts[at] != texts[at + 1],
            snapshots[at],
            snapshots[at + 1],
            metrics={
                "lines": float(texts[at + 1].count("\n") + 1),
                "dialects": float(len(dialects_of(texts[at + 1]))),
            },
        )
        for at, name in enumerate(names)
    )


def _snapshot(text: str) -> Snapshot:
    return text_snapshot("MLIR", text, LINES_KEPT)


def operations_of(text: str) -> tuple[str, ...]:
    """Names of all operations, `dialect.name`, each as often as it stands."""
    return tuple(f"{dialect}.{name}" for dialect, name in _OPERATION.findall(text))


def dialects_of(text: str) -> tuple[str, ...]:
    """Those whose operations stand in the text, in the order of the alphabet."""
    return tuple(sorted({name.partition(".")[0] for name in operations_of(text)}))


def first_error(diagnostics: str) -> str:
    """What MLIR says is wrong, with the place where it says one; "" for nothing."""
    match = _ERROR.search(diagnostics)
    if match is None:
        return ""
    location = match["place"].rpartition("/")[2]
    known = location and not location.startswith(("<unknown>", "MLIR Textual"))
    return f"{match['words']} ({location})" if known else match["words"]


def last_pass(diagnostics: str) -> str:
    """The pass that had begun when the output ended; "" for none."""
    names = _DUMP.findall(diagnostics)
    return names[-1] if names else ""
