"""Runs single instructions under qemu-aarch64 on given states and reads the states after them.

One static program holds many tests. Each test loads all registers from its input block, runs its
instruction and stores all registers into its output block; one register, which the instruction
does not use, serves as the harness's pointer and is not observed in that test. SVE vectors have
256 bits.
"""

from __future__ import annotations

import re
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

from compiler_core.host.formulas.machine import Area, State
from compiler_core.host.instruction import parse_instruction
from tests.explain.generate import MEMORY_BYTES, VECTOR_BYTES
from tests.explain.signatures import cleaning_line, signing_line

DATA_START = 0x10000000
_P, _Z = 0, 16 * VECTOR_BYTES // 8
_X = _Z + 32 * VECTOR_BYTES
_SP, _FLAGS, _TAKEN, _LINK = _X + 248, _X + 256, _X + 264, _X + 272
_LOADED = 1408
BLOCK_BYTES = 1536
TEST_BYTES = 2 * BLOCK_BYTES + MEMORY_BYTES
QEMU = ("qemu-aarch64", "-cpu", f"max,sve-default-vector-length={VECTOR_BYTES}")
SYMBOL_ADDRESS = DATA_START + 0x230
TARGET = "known_target"
MARCH = "-march=armv8.6-a+sve2+fp16+crypto+sha3+sm4+sve2-aes+sve2-sha3+sve2-sm4+memtag+mops"


@dataclass(frozen=True, slots=True)
class Test:
    """One instruction on one state. hidden: the number of the x register used by the harness."""

    line: str
    state: State
    hidden: int
    code_register: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state after the instruction; link_is_next: x30 held the address of the next line.

    stopped: a first-faulting load left out lanes.
    """

    state: State
    taken: bool
    link_is_next: bool
    stopped: bool


def memory_start(index: int) -> int:
    """Where the memory area of test number `index` lies."""
    return DATA_START + index * TEST_BYTES + 2 * BLOCK_BYTES


def execute(tests: list[Test], folder: Path) -> list[Outcome]:
    """Assemble, link and run all tests in one program."""
    blob = b"".join(_input(test) for test in tests)
    (folder / "data.bin").write_bytes(blob)
    (folder / "tests.s").write_text(_program(tests))
    assembler = ["aarch64-linux-gnu-as", MARCH, "-o", "tests.o", "tests.s"]
    _run(assembler, folder)
    _run(
        [
            "aarch64-linux-gnu-ld",
            "-o",
            "tests",
            "tests.o",
            f"--section-start=.data={DATA_START:#x}",
            f"--defsym=known_symbol={SYMBOL_ADDRESS:#x}",
        ],
        folder,
    )
    done = subprocess.run(
        [*QEMU, "./tests"], cwd=folder, capture_output=True, timeout=300, check=False
    )
    if done.returncode != 0 or len(done.stdout) != len(blob):
        raise RuntimeError(f"qemu: {done.returncode}, {len(done.stdout)} bytes, {done.stderr!r}")
    return [_outcome(test, done.stdout, k * TEST_BYTES) for k, test in enumerate(tests)]


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr[:3000]}")


def _input(test: Test) -> bytes:
    state = test.state
    block = b"".join(value.to_bytes(VECTOR_BYTES // 8, "little") for value in state.p)
    block += b"".join(value.to_bytes(VECTOR_BYTES, "little") for value in state.z)
    block += struct.pack("<33Q", *state.x, state.sp, state.nzcv << 28)
    return block.ljust(2 * BLOCK_BYTES, b"\0") + bytes(_area(test).content)


def _program(tests: list[Test]) -> str:
    total = len(tests) * TEST_BYTES
    lines = [".text", ".globl _start", "_start:", *_WITH_ALL_TAGS]
    for index, test in enumerate(tests):
        lines += _snippet(index, test)
    lines += [
        f"ldr x1, ={DATA_START}",
        f"ldr x20, ={total}",
        "1: mov x0, #1",
        "mov x2, x20",
        "mov x8, #64",
        "svc #0",
        "add x1, x1, x0",
        "subs x20, x20, x0",
        "b.gt 1b",
        "mov x0, #0",
        "mov x8, #93",
        "svc #0",
        ".ltorg",
        ".data",
        '.incbin "data.bin"',
    ]
    return "\n".join(lines) + "\n"


# prctl(PR_SET_TAGGED_ADDR_CTRL): no check of tags, and none is excluded.
_WITH_ALL_TAGS = (
    "mov x0, #55",
    f"ldr x1, ={0xFFFF << 3 | 1}",
    "mov x2, #0",
    "mov x3, #0",
    "mov x4, #0",
    "mov x8, #167",
    "svc #0",
    "b 1f",
    ".ltorg",
    "1:",
)
_STORE_EXCLUSIVE = re.compile(r"stl?x(?P<kind>[rp])(?P<size>[bh]?)$")


def _opening(test: Test) -> list[str]:
    """What must come before the line: an exclusive load, all lanes marked as loaded, or the
    signature that the line checks."""
    instruction = parse_instruction(test.line)
    if instruction.mnemonic.startswith(("ldff1", "ldnf1")):
        return ["setffr"]
    store = _STORE_EXCLUSIVE.match(instruction.mnemonic)
    if store is None:
        return [signing_line(instruction)]
    hidden = f"{instruction.operands[1].text[0]}{test.hidden}"
    zero = f"{hidden[0]}zr"
    loaded = f"{hidden}, {zero}" if store["kind"] == "p" else hidden
    return [f"ldx{store['kind']}{store['size']} {loaded}, {instruction.operands[-1].text}"]


def _address(register: str, address: int) -> list[str]:
    return [
        f"movz {register}, #{address & 0xFFFF}",
        f"movk {register}, #{address >> 16 & 0xFFFF}, lsl #16",
    ]


def _snippet(index: int, test: Test) -> list[str]:
    hidden = f"x{test.hidden}"
    block = DATA_START + index * TEST_BYTES
    link = "x8" if test.hidden != 8 else "x7"
    spare = next(f"x{n}" for n in range(9, 12) if n != test.hidden)
    others = [number for number in range(31) if number != test.hidden]
    target = f".Ltaken{index}"
    lines = [
        *_address(hidden, block),
        *(f"ldr p{n}, [{hidden}, #{n}, mul vl]" for n in range(16)),
        *(f"ldr z{n}, [{hidden}, #{n + 2}, mul vl]" for n in range(32)),
        f"ldr {spare}, [{hidden}, #{_SP}]",
        f"mov sp, {spare}",
        f"ldr {spare}, [{hidden}, #{_FLAGS}]",
        f"msr nzcv, {spare}",
        *(f"ldr x{n}, [{hidden}, #{_X + 8 * n}]" for n in others),
    ]
    if test.code_register is not None:
        lines.append(f"adr x{test.code_register}, {target}")
    lines += [
        *_opening(test),
        test.line.replace(TARGET, target),
        cleaning_line(parse_instruction(test.line)),
        f".Lnext{index}:",
        f"movz {hidden}, #0",
        f"b .Lstore{index}",
        *([".ltorg"] if "=" in test.line else []),
        f"{target}: movz {hidden}, #1",
        f".Lstore{index}:",
        f"msr tpidr_el0, {hidden}",
        *_address(hidden, block + BLOCK_BYTES),
        *(f"str x{n}, [{hidden}, #{_X + 8 * n}]" for n in others),
        f"mrs {spare}, nzcv",
        f"str {spare}, [{hidden}, #{_FLAGS}]",
        f"mov {spare}, sp",
        f"str {spare}, [{hidden}, #{_SP}]",
        f"mrs {spare}, tpidr_el0",
        f"str {spare}, [{hidden}, #{_TAKEN}]",
        f"ldr {link}, [{hidden}, #{_X + 240}]",
        f"adr {spare}, .Lnext{index}",
        f"sub {spare}, {link}, {spare}",
        f"str {spare}, [{hidden}, #{_LINK}]",
        *(f"str p{n}, [{hidden}, #{n}, mul vl]" for n in range(16)),
        *(f"str z{n}, [{hidden}, #{n + 2}, mul vl]" for n in range(32)),
        "rdffr p0.b",
        f"add {hidden}, {hidden}, #{_LOADED}",
        f"str p0, [{hidden}]",
    ]
    return lines


def _area(test: Test) -> Area:
    assert isinstance(test.state.memory, Area)
    return test.state.memory


def _outcome(test: Test, output: bytes, start: int) -> Outcome:
    block = output[start + BLOCK_BYTES : start + 2 * BLOCK_BYTES]
    step = VECTOR_BYTES // 8
    numbers = struct.unpack_from("<35Q", block, _X)
    state = State(
        x=list(numbers[:31]),
        sp=numbers[31],
        nzcv=numbers[32] >> 28 & 15,
        z=[
            int.from_bytes(block[_Z + n * VECTOR_BYTES : _Z + (n + 1) * VECTOR_BYTES], "little")
            for n in range(32)
        ],
        p=[int.from_bytes(block[_P + n * step : _P + (n + 1) * step], "little") for n in range(16)],
        memory=Area(
            _area(test).start, bytearray(output[start + 2 * BLOCK_BYTES : start + TEST_BYTES])
        ),
        vector_bytes=VECTOR_BYTES,
    )
    state.x[test.hidden] = test.state.x[test.hidden]
    loaded = block[_LOADED : _LOADED + step]
    stops = test.line.startswith(("ldff1", "ldnf1")) and loaded != b"\xff" * step
    return Outcome(state, numbers[33] == 1, numbers[34] == 0, stops)
