"""What ptxas says and nvdisasm prints, read; and the formula from registers to warps, by hand."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from app.atlas.pages import atlas_page
from compiler_core.atlas import run
from compiler_core.atlas.sass import asking
from compiler_core.atlas.sass.listing import RegisterUse, read_chip_code, read_use
from compiler_core.atlas.sass.occupancy import chip_file, limits_of, occupancy
from compiler_core.atlas.sass.page import SASS
from compiler_core.errors import ToolMissing
from compiler_core.kept import Kept

ROOT = Path(__file__).resolve().parents[2]
SAID = """ptxas info    : Function properties for kernel
    24 bytes stack frame, 28 bytes spill stores, 20 bytes spill loads
ptxas info    : Used 32 registers, used 0 barriers, 24 bytes cumulative stack size
"""
PRINTED = """
.text.kernel:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
	//## File ".nv_debug_ptx_txt", line 39
        /*0070*/               @!P0 EXIT ;
.L_x_1:
	//## File ".nv_debug_ptx_txt", line 55
        /*0100*/                   FFMA R7, R4, UR6, R7 ;
        /*0110*/                   BRA `(.L_x_1) ;
        /*0120*/                   EXIT ;
.L_x_0:
        /*0130*/                   BRA `(.L_x_0);
        /*0140*/                   NOP;
"""


def test_registers_and_what_is_set_aside() -> None:
    assert read_use(SAID) == RegisterUse(registers=32, stack=24, stored=28, loaded=20)
    assert read_use("ptxas fatal   : Unsupported .version 99.0") is None


def test_instructions_come_with_their_lines_and_without_what_fills_up() -> None:
    code = read_chip_code(PRINTED)
    assert [(one.name, one.line) for one in code] == [
        ("LDC", 0), ("EXIT", 39), ("FFMA", 55), ("BRA", 55), ("EXIT", 55)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("chip", "registers", "threads", "warps", "limit"),
    [
        ("sm_90", 32, 256, 64, "warps"),
        ("sm_90", 33, 256, 48, "registers"),  # 33 · 32 = 1056, given as 1280: 51 warps, 6 blocks
        ("sm_90", 16, 32, 32, "blocks"),
        ("sm_86", 10, 1024, 32, "warps"),
        ("sm_90", 254, 1024, 0, "registers"),
    ],
)
def test_what_runs_out_first(
    chip: str, registers: int, threads: int, warps: int, limit: str
) -> None:
    held = occupancy(limits_of(chip), registers, threads)
    assert (held.warps, held.limited_by) == (warps, limit)


def test_each_chip_of_the_page_has_its_limits() -> None:
    chips = next(control for control in SASS.controls if control.name == "chip")
    assert [name for name, _ in chips.choices] == [chip.name for chip in chip_file().chips]


def test_without_the_tool_its_page_stands_with_what_was_recorded(
    jail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise ToolMissing("ptxas", "nvidia_cuda_nvcc", "script/oracles --atlas sass")

    monkeypatch.setattr(asking, "find_sass", missing)
    monkeypatch.setattr(run, "_findings", Kept(8))
    shown = atlas_page("sass", {"loop": "tile"})
    assert (shown.status, shown.page.labels[0][0]) == (200, "recorded")
    assert "script/oracles --atlas sass" in shown.page.recorded
    assert any(
        "FFMA" in text for step in shown.page.steps for row in step.joined for text in row.made
    )


@pytest.mark.parametrize("tool", ["sass", "triton"])
def test_nothing_is_installed_for_who_does_not_accept_the_licence(
    tmp_path: Path, tool: str
) -> None:
    (tmp_path / "script").mkdir()
    (tmp_path / "script/oracles").write_bytes((ROOT / "script/oracles").read_bytes())
    for lock in ("sass", "atlas"):
        (tmp_path / f"requirements-{lock}.lock").write_text("")
    asked = subprocess.run(
        ["bash", "script/oracles", "--atlas", tool],
        cwd=tmp_path,
        input="no\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert asked.returncode == 1
    assert "License Agreement" in asked.stderr
    assert not (tmp_path / "build").exists()
