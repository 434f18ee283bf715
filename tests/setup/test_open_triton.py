"""Of Triton's wheel only open files are installed, and only with the bytes that were pinned."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest

from script.atlas.locked import LOCK_FILE
from script.atlas.open_triton import (
    NAME,
    PINS_FILE,
    VERSION,
    check,
    chosen_members,
    is_open,
    placed,
    record_row,
)

PROPRIETARY = (
    "triton/backends/nvidia/bin/ptxas", "triton/backends/nvidia/bin/ptxas-blackwell",
    "triton/backends/nvidia/bin/nvdisasm", "triton/backends/nvidia/lib/libdevice.10.bc",
    "triton/backends/nvidia/lib/cupti/libcupti.so", "triton/backends/nvidia/include/cuda.h",
    "triton/backends/nvidia/include/__init__.py", "triton/backends/nvidia/lib/some.py",
)  # fmt: skip
NEEDLESS = (
    "triton/_C/libproton.so", "triton/backends/amd/lib/libtriton_amd_codegen.so",
    "triton/profiler/hooks/hook.py", "triton/FileCheck", "../outside.py", "/etc/passwd",
    "triton/../outside.py", "triton.dist-info/METADATA",
)  # fmt: skip
TAKEN = (
    "triton/__init__.py",
    "triton/_C/libtriton.so",
    "triton/backends/nvidia/compiler.py",
    "triton/language/core.py",
    f"triton-{VERSION}.dist-info/licenses/LICENSE",
)


def test_nothing_of_nvidia_and_no_place_outside_is_taken() -> None:
    assert [name for name in (*PROPRIETARY, *NEEDLESS) if is_open(name)] == []
    assert [name for name in TAKEN if not is_open(name)] == []
    assert not is_open(f"triton-{VERSION}.dist-info/../outside.py")


def test_a_member_has_to_be_what_its_record_says() -> None:
    content = b"import this\n"
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    rows = f"{TAKEN[0]},sha256={digest},12\n{PROPRIETARY[0]},sha256={digest},12\nRECORD,,\n"
    chosen = chosen_members(rows.encode())
    assert set(chosen) == {TAKEN[0]}
    check(TAKEN[0], content, chosen[TAKEN[0]])
    for wrong in (content + b" ", b""):
        with pytest.raises(ValueError, match="pinned"):
            check(TAKEN[0], wrong, chosen[TAKEN[0]])
    with pytest.raises(ValueError, match="nothing is pinned"):
        check("other.whl", content, None)
    assert record_row(TAKEN[0], content) == f"{TAKEN[0]},sha256={digest},12\n"


def test_its_notes_do_not_say_that_all_of_triton_is_here() -> None:
    place, content = placed(
        f"triton-{VERSION}.dist-info/METADATA", b"Metadata-Version: 2.4\nName: triton\nVersion: 1\n"
    )
    assert place == f"triton_open-{VERSION}.dist-info/METADATA"
    assert f"\nName: {NAME}\n".encode() in content
    assert placed(TAKEN[0], b"x") == (TAKEN[0], b"x")


def test_every_pinned_wheel_is_of_the_version_that_is_locked() -> None:
    pins = json.loads(PINS_FILE.read_text("utf-8"))
    assert f"\ntriton=={VERSION} " in LOCK_FILE.read_text("utf-8")
    assert len({name for name in pins if name.startswith(f"triton-{VERSION}-")}) == len(pins) == 8
    assert all(re.fullmatch(r"[0-9a-f]{64}", pin) for pin in pins.values())
    assert "://" not in PINS_FILE.read_text("utf-8")
