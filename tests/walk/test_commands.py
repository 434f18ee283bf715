"""Every command once, as a shell runs it, on the smallest input that shows its work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from command_line.main import COMMANDS, GROUPS
from tests.board.reports import report
from tests.conftest import ROOT
from tests.walk.shell import Shell, started_shell

SAXPY = "content/examples/saxpy.c"
# Served in tests/walk/test_routes.py; needs PyTorch, tested where that is: tests/graph/exporting;
# needs a class: tests/lab/test_commands.py; tests/assistants/test_mcp.py.
ELSEWHERE = {("serve",), ("mcp",), ("exercise", "try"), ("graph", "export"), ("verify",)}

# The command, its arguments, and keys of its JSON. Those that read what another left come behind.
WALK: tuple[tuple[tuple[str, ...], str, tuple[str, ...]], ...] = (
    (("doctor",), "", ("tools", "jail")),
    (("compile",), f"{SAXPY} --compiler gcc --flags -O3", ("functions", "diagnostics")),
    (("diff",), f"{SAXPY} --left gcc_-O2 --right gcc_-O3", ("summary", "rows")),
    (("passes",), f"{SAXPY} --compiler clang --flags -O2", ("steps", "story")),
    (("why",), f"{SAXPY} --flags -O3", ("loops",)),
    (("cycles",), f"{SAXPY} --flags -O3 --cpu neoverse-n1", ("loops",)),
    (("count",), f"{SAXPY} --flags -O2 --n 64", ("instructions", "output_digest")),
    (("cfg",), f"{SAXPY} --flags -O2 --n 64", ("blocks", "edges", "sentences")),
    (("compilers",), f"{SAXPY} --flags -O2", ("rows", "sentences")),
    (("matrix",), f"{SAXPY} --compiler clang", ("rows", "groups", "sentences")),
    (("ledger",), f"{SAXPY} --flags -O2 --n 64", ("bars", "sentences", "method")),
    (("bisect",), f"{SAXPY} --low -O2 --high -O3", ("sufficient",)),
    (("lessons",), "reading", ("parts", "claims")),
    (("claims",), "content/lessons/frame-pointer", ("claims", "passed")),
    (("break",), "folklore-o2-is-scalar --seconds 20", ("standing", "broken", "groups")),
    (("whole",), "content/lessons/lto/apply.c content/lessons/lto/scale.c", ("entry",)),
    (("profile",), "content/lessons/profiles/post.c --flags -O2", ("function",)),
    (("step",), f"{SAXPY} --steps 10", ("steps",)),
    (("slice",), f"{SAXPY} --n 16 --element y[5]", ("sentence", "counts", "replay", "inputs")),
    (("graph", "compile"), "plain --out {out}/net --precision int8",
     ("steps", "nodes", "artifact", "accuracy")),
    (("graph", "run"), "{out}/net --input {out}/input.npz", ("outputs", "instructions")),
    (("graph", "compare"), "plain {out}/net",
     ("sentence", "places", "left", "right", "counts", "method")),
    (("graph", "slice"), "plain --tensor scores --index 0,3",
     ("sentence", "tensors", "kernels", "proof", "probes")),
    (("bundle",), f"{SAXPY} --flags -O3 --n 64 --out {{out}}/loop", ("digest", "kernels")),
    (("board",), "{out}/net {out}/report.json", ("machine", "whole", "kernels")),
    (("llm", "inspect"), "content/models/language/workshop.gguf", ("architecture", "bytes_total")),
    (("llm", "convert"), "content/models/language/workshop --out {out}/m.gguf --type q4_0", ()),
    (("llm", "compile"), "{out}/m.gguf --out {out}/engine", ()),
    (("llm", "run"), "{out}/engine --prompt The --tokens 2", ("tokens", "text", "prefill")),
    (("llm", "bench"), "{out}/engine --pp 2 --tg 1", ("tests", "note")),
    (("llm", "slice"), "content/models/language/workshop.gguf --prompt The_fox --layer 0 --head 0",
     ("sentence", "reads", "proof")),
    (("llm", "bundle"), "{out}/engine --pp 2 --tg 1", ("digest", "kernels")),
    (("exercise", "show"), "below-the-roof", ("task", "checks")),
    (("exercise", "check"), "content/exercises/ten-tokens-a-second",
     ("exercises", "proven", "failed")),
    (("atlas", "list"), "", ("pages",)),
    (("atlas", "questions"), "", ("questions",)),
    (("atlas", "run"), "mirage --set program=attention",
     ("page", "label", "tool", "version", "recorded_on", "command", "steps", "facts", "error")),
    (("soc", "list"), "", ()),
    (("soc", "roofline"), "plain --soc generic", ()),
    (("soc", "decode"), "--soc raspberry-pi-5 --config llama-3.1-8b --type q4_0",
     ("fits", "tokens_per_second", "bound", "bytes_per_token", "effective_bandwidth")),
    (("soc", "cnn"), "mobilenet-v2 --soc rk3588 --precision int8", ("latency_ms", "per_kernel")),
    (("soc", "energy"), "plain", ()),
    (("soc", "map"), "mobilenet-v2 --soc rk3588", ()),
    (("soc", "tile"), "", ()),
    (("soc", "ladder"), "--kernel gelu --elements 4096 --soc generic",
     ("scalar", "vec", "vec_mt", "vec_mt_db")),
    (("soc", "profile"), f"{SAXPY} --n 64", ()),
)  # fmt: skip


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where commands leave what later ones read; with an input for the network."""
    folder = tmp_path_factory.mktemp("out")
    picture = np.random.default_rng(1).random((1, 3, 32, 32), np.float32)
    np.savez(folder / "input.npz", image=picture)
    return folder


@pytest.fixture(scope="module")
def shell(emulator: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    with started_shell(ROOT, tmp_path_factory.mktemp("shell")) as shell:
        yield shell


def leave_report(bundle: Path, path: Path) -> None:
    """What a board's run of this bundle leaves; it is run for real in tests/board."""
    subject = json.loads((bundle / "counted.json").read_bytes())
    kernels = [report()["kernels"][0] | {"name": one["name"]} for one in subject["kernels"]]
    path.write_text(json.dumps(report(digest=subject["digest"], kernels=kernels)))


def test_every_command_is_walked() -> None:
    groups = [((), COMMANDS), *(((group,), own) for group, _, own in GROUPS if group != "lab")]
    known = {(*group, name) for group, commands in groups for name, _ in commands}
    assert {command for command, _, _ in WALK} | ELSEWHERE == known


@pytest.mark.parametrize(
    ("command", "arguments", "keys"), WALK, ids=["-".join(command) for command, _, _ in WALK]
)
def test_command(
    shell: Shell, out: Path, command: tuple[str, ...], arguments: str, keys: tuple[str, ...]
) -> None:
    if command == ("board",):
        leave_report(out / "net", out / "report.json")
    words = [word.replace("_-O", " -O").format(out=out) for word in arguments.split()]
    finished = shell.run([*command, *words, "--json"])
    assert finished.returncode == 0, finished.stderr + finished.stdout[-500:]
    answer: Any = json.loads(finished.stdout)
    assert answer
    assert set(keys) <= set(answer)
