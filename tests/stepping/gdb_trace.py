"""The states that gdb itself sees when it steps the same program: what recordings must equal."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

from compiler_core.host.stepping.record import Recording
from compiler_core.toolchain.emulator import find_qemu, processor_options
from compiler_core.toolchain.job import ENVIRONMENT

_SCRIPT = Path(__file__).with_name("gdb_script.py")
_SECONDS = 60


def gdb_states(
    program: bytes, arguments: tuple[str, ...], recording: Recording, sve_bits: int, place: Path
) -> list[dict[str, Any]]:
    """Every register before the first step and after each, as gdb reads them."""
    path = place / "program"
    path.write_bytes(program)
    path.chmod(0o755)
    socket, result = place / "socket", place / "states.json"
    options = ("-g", str(socket), *processor_options(sve_bits // 8))
    environment = {name: value for name, _, value in (one.partition("=") for one in ENVIRONMENT)}
    emulator = subprocess.Popen(
        [find_qemu(), *options, "./program", *arguments],
        cwd=place,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    addresses = [line.address for line in recording.code]
    start = next(
        line.address for line in recording.code if line.position == recording.steps[0].position
    )
    told = {
        "SOCKET": str(socket), "RESULT": str(result), "FIRST": str(min(addresses)),
        "END": str(max(addresses) + 4), "START": str(start), "STEPS": str(2 * len(recording.steps)),
        "ARRIVAL": str(recording.first_arrival), "VECTOR_BYTES": str(sve_bits // 8),
    }  # fmt: skip
    try:
        _await(socket)
        done = subprocess.run(
            ["gdb-multiarch", "-nx", "-batch", "-x", str(_SCRIPT), str(path)],
            env={**os.environ, **told, "HOME": str(place)},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
    finally:
        emulator.kill()
        emulator.wait()
    assert result.exists(), done.stdout + done.stderr
    return json.loads(result.read_text())


def _await(socket: Path) -> None:
    """The emulator opens its socket a moment after it starts, on a busy machine seconds after."""
    end = time.monotonic() + _SECONDS
    while not socket.exists() and time.monotonic() < end:
        time.sleep(0.01)
