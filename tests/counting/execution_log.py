"""The emulator's own log of every instruction executed, read without any of our counting code."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from tests.counting.calls import CALLS, Call
from tests.counting.corpus import Corpus

_LINE = re.compile(r"^Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/", re.MULTILINE)


def logged_executions(built: Corpus, call: Call, n: int) -> dict[int, int]:
    """Executions by line id of the example's listing, as logged."""
    unit = built.unit_of(call.example)
    counts: Counter[int] = Counter()
    for address, executions in Counter(logged_addresses(built, call, n)).items():
        span = built.addresses.span_at(address)
        if span is not None and span.unit == unit:
            counts[span.line] += executions
    return dict(counts)


def logged_addresses(built: Corpus, call: Call, n: int) -> list[int]:
    """Every executed address of the example's code, in order."""
    unit = built.unit_of(call.example)
    spans = [span for span in built.addresses.spans if span.unit == unit]
    first, end = min(span.first for span in spans), max(span.end for span in spans)
    only = ("-dfilter", f"{first:#x}+{end - first:#x}")
    return logged_program(built.program, only, (str(CALLS.index(call)), str(n)))


def logged_program(
    program: bytes, options: tuple[str, ...] = (), arguments: tuple[str, ...] = ()
) -> list[int]:
    """Every executed address of a program, in order."""
    logging = ("-singlestep", "-d", "exec,nochain", *options, "-D", "log")
    left = run_plainly(program, logging, arguments)
    return [int(address, 16) for address in _LINE.findall(left["log"].decode())]


def run_plainly(
    program: bytes,
    options: tuple[str, ...],
    arguments: tuple[str, ...] = (),
    files: tuple[tuple[str, bytes], ...] = (),
) -> dict[str, bytes]:
    """Run without a jail, with an empty environment; the files that are there afterwards."""
    with tempfile.TemporaryDirectory() as directory:
        for name, content in (("program", program), *files):
            (Path(directory) / name).write_bytes(content)
        (Path(directory) / "program").chmod(0o755)
        command = ["qemu-aarch64", "-cpu", "max", *options, "./program", *arguments]
        subprocess.run(command, check=True, timeout=60, cwd=directory, env={"PATH": "/usr/bin"})
        return {path.name: path.read_bytes() for path in Path(directory).iterdir()}
