"""The recorder against a stub that says anything: it always ends in time with a readable record."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.toolchain.recorder import recorder_path
from compiler_core.toolchain.recorder.plan import (
    PlannedInstruction,
    RecordingLimits,
    StepPlan,
    plan_text,
)
from compiler_core.toolchain.recorder.record import RawRecord, parse_record

PLAN = plan_text(
    StepPlan(
        entry=0x400,
        starts=(0x404,),
        arrival=1,
        steps=20,
        ranges=((0x400, 0x440),),
        instructions=(PlannedInstruction(0x400, 1),),
    ),
    RecordingLimits(1500, 60_000, 4096),
)
TARGET = b'<target><xi:include href="core.xml"/><xi:include href="fpu.xml"/></target>'
CORE = b"".join(b'<reg name="x%d" bitsize="64"/>' % number for number in range(34))
FPU = b"".join(b'<reg name="v%d" bitsize="128"/>' % number for number in range(32))


def packet(body: bytes) -> bytes:
    """`$body#sum`, as a stub sends it."""
    return b"$" + body + b"#" + b"%02x" % (sum(body) & 255)


def run_against(speak: Callable[[socket.socket], None]) -> RawRecord:
    """The record of a recorder whose stub is `speak`."""
    with tempfile.TemporaryDirectory() as place:
        Path(place, "plan").write_text(PLAN)
        # The recorder removes what lies at the socket's name before it starts the emulator.
        Path(place, "stub").write_text("")
        server = threading.Thread(target=_serve, args=(place, speak), daemon=True)
        server.start()
        done = subprocess.run(
            [recorder_path(), "plan", "/bin/sleep", "30"],
            cwd=place,
            capture_output=True,
            timeout=60,
        )
        server.join(60)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) < 8192
    return parse_record(done.stdout.decode("ascii"))


def _serve(place: str, speak: Callable[[socket.socket], None]) -> None:
    path = os.path.join(place, "stub")
    while os.path.exists(path):
        time.sleep(0.001)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(1)
        listening.settimeout(60)
        connection, _ = listening.accept()
    with connection, contextlib.suppress(OSError):
        connection.settimeout(30)
        speak(connection)
        # What is closed with requests unread loses its last answers.
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass


def _answering(answers: dict[bytes, bytes], otherwise: bytes) -> Callable[[socket.socket], None]:
    """A stub that answers each request by how it begins."""

    def speak(connection: socket.socket) -> None:
        for _ in range(4000):
            request = connection.recv(4096)
            if not request:
                return
            body = request.lstrip(b"+")[1:]
            found = (answer for start, answer in answers.items() if body.startswith(start))
            connection.sendall(b"+" + packet(next(found, otherwise)))

    return speak


GOOD = {
    b"qXfer:features:read:target.xml:0": b"l" + TARGET,
    b"qXfer:features:read:core.xml:0": b"l" + CORE,
    b"qXfer:features:read:fpu.xml:0": b"l" + FPU,
    b"qXfer": b"l",
    b"g": b"00" * (33 * 8 + 4),
    b"p": b"00" * 16,
    b"Z0": b"OK",
    b"z0": b"OK",
    b"m": b"E14",
}


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({**GOOD, b"c": b"W2a"}, "exited"),
        ({**GOOD, b"c": b"X0b;process:1"}, "killed"),
        ({**GOOD, b"c": b"Fopen,1,2,3"}, "semihosting"),
        ({**GOOD, b"c": b"T05thread:01;"}, "trap"),
        ({**GOOD, b"c": b"T1ethread:01;", b"C": b"T1e"}, "signals"),
        ({**GOOD, b"c": b"Tzz"}, "protocol"),
        ({**GOOD, b"c": b""}, "protocol"),
        ({**GOOD, b"g": b"00" * 40}, "protocol"),
        ({**GOOD, b"g": b"zz" * 268}, "protocol"),
        ({**GOOD, b"Z0": b"E22"}, "protocol"),
        ({**GOOD, b"qXfer:features:read:fpu.xml:0": b"l" + FPU[:300]}, "protocol"),
        ({**GOOD, b"qXfer:features:read:core.xml:0": b'l<reg name="x0" bitsize'}, "protocol"),
        ({**GOOD, b"qXfer:features:read:target.xml:0": b"lno description"}, "protocol"),
        ({**GOOD, b"qXfer:features": b"m" + b"<reg " * 400}, "protocol"),
        ({}, "protocol"),
    ],
)
def test_answers_that_do_not_fit(answers: dict[bytes, bytes], reason: str) -> None:
    assert run_against(_answering(answers, b"")).reason == reason


def test_a_stub_that_says_nothing() -> None:
    assert run_against(lambda connection: time.sleep(2)).reason == "time"


def test_a_stub_that_hangs_up() -> None:
    assert run_against(lambda connection: None).reason in ("closed", "ended", "exited")


def test_a_wrong_sum() -> None:
    assert run_against(lambda connection: connection.sendall(b"+$OK#00")).reason == "protocol"


def test_a_packet_without_end() -> None:
    def speak(connection: socket.socket) -> None:
        for _ in range(100):
            connection.sendall(b"$" + b"a" * 4096)

    assert run_against(speak).reason == "protocol"


def test_repeats_that_would_fill_memory() -> None:
    body = b"a*~" * 4000
    assert run_against(lambda connection: connection.sendall(packet(body))).reason == "protocol"


@settings(max_examples=30, deadline=None)
@given(st.lists(st.binary(max_size=60) | st.sampled_from(sorted(GOOD.values())), max_size=12))
def test_noise(pieces: list[bytes]) -> None:
    def speak(connection: socket.socket) -> None:
        for number, piece in enumerate(pieces):
            connection.sendall(piece if number % 2 else packet(piece))

    record = run_against(speak)
    assert record.reason
    assert len(record.steps) <= 20
