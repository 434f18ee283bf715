"""How many nodes are left: ours against other tools, on twelve networks.

    python -m tests.graph.passes.node_counts [NETWORK...]

The nine light topologies get seeded random weights; the three shipped networks have their own.
Each tool runs in the oracles' environment (script/oracles), in processes of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import onnx_ir as ir

from compiler_core.graph.evaluation.light import LIGHT_MODELS
from compiler_core.graph.evaluation.random_weights import with_random_weights
from compiler_core.graph.evaluation.shipped import shipped_models
from compiler_core.graph.importing.limits import SHIPPED_LIMITS
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.validation import Validation, validate
from tests.graph.light_models import light_model

ROOT = Path(__file__).resolve().parents[3]
ORACLES = ROOT / "build" / "oracles" / "bin" / "python"
PROGRAM = Path(__file__).parent / "oracle_program.py"
TOOLS = ("onnxsim", "onnxscript", "onnxslim", "onnxruntime")
TOOL_SECONDS = 900
LIGHT_NAMES = tuple(one.id for one in LIGHT_MODELS)


@dataclass(frozen=True)
class Count:
    """Nodes of one network: given, left by our passes, left by each tool (None: it failed)."""

    network: str
    given: int
    ours: int
    others: dict[str, int | None]
    validation: Validation
    seconds: float

    @property
    def best(self) -> int:
        return min(count for count in self.others.values() if count is not None)

    @property
    def is_as_good(self) -> bool:
        return self.ours <= self.best


def networks() -> tuple[str, ...]:
    return (*LIGHT_NAMES, *(model.id for model in shipped_models()))


def content_of(network: str) -> bytes:
    """The file that every tool is given."""
    if network in LIGHT_NAMES:
        model = with_random_weights(light_model(network).content(), 7)
        return ir.serde.serialize_model(model).SerializeToString()
    return next(one for one in shipped_models() if one.id == network).content()


def count_nodes(chosen: Sequence[str]) -> Iterator[Count]:
    """Run each tool on these networks, and our passes on one after the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for network in chosen:
            (folder / network).write_bytes(content_of(network))
        others = {tool: nodes_left(tool, folder, chosen) for tool in TOOLS}
        for network in chosen:
            left = {tool: others[tool].get(network) for tool in TOOLS}
            yield _compared(network, (folder / network).read_bytes(), left)


def _compared(network: str, content: bytes, others: dict[str, int | None]) -> Count:
    given = import_model(content, limits=SHIPPED_LIMITS).model
    run = run_passes(given, inputs=0)
    return Count(
        network,
        given.graph.num_nodes(),
        run.model.graph.num_nodes(),
        others,
        validate(given, run.model, inputs=2),
        run.seconds,
    )


def nodes_left(tool: str, folder: Path, chosen: Sequence[str]) -> dict[str, int | None]:
    """By network. Loading a tool takes longer than most networks: one process for all of them, and
    one more for each that a process which died left without an answer."""
    found = _answers(tool, folder, chosen)
    for network in chosen:
        if network not in found:
            found |= _answers(tool, folder, (network,))
    return found


def _answers(tool: str, folder: Path, chosen: Sequence[str]) -> dict[str, int | None]:
    command = [str(ORACLES), str(PROGRAM), tool, str(folder), *chosen]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TOOL_SECONDS)
    for written in folder.glob(f"{tool}-*"):
        written.unlink()
    answers = [json.loads(line) for line in done.stdout.splitlines() if line[:8] == '{"model"']
    for one in answers:
        if one["error"]:
            print(f"{tool}: {one['error']}", file=sys.stderr)
    return {answer["model"]: answer["nodes"] for answer in answers}


def row_of(count: Count) -> str:
    others = "".join(
        f"{value if value is not None else '-':>12}" for value in count.others.values()
    )
    mark = "ok" if count.is_as_good else "worse"
    return (
        f"{count.network:<15}{count.given:>7}{count.ours:>7}{others}  {mark:<6}"
        f"{count.validation.largest:.1e}  {count.seconds:.2f} s"
    )


def main() -> None:
    chosen = sys.argv[1:] or list(networks())
    print(f"{'network':<15}{'given':>7}{'ours':>7}{''.join(f'{tool:>12}' for tool in TOOLS)}")
    counts = []
    for count in count_nodes(chosen):
        counts.append(count)
        print(row_of(count), flush=True)
    good = sum(one.is_as_good for one in counts)
    print(f"As few nodes as the best of the others, or fewer, on {good} of {len(counts)}.")


if __name__ == "__main__":
    main()
