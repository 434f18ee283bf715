"""`lowlab soc ladder`: its JSON and its errors."""

from __future__ import annotations

from tests.command_line.conftest import Lowlab


def test_the_rungs_are_cycles(lowlab: Lowlab) -> None:
    finished = lowlab(
        "soc", "ladder", "--kernel", "gelu", "--elements", "65536", "--soc", "generic", "--json"
    )
    assert finished.status == 0
    found = finished.json
    assert found["scalar"] > found["vec"] > found["vec_mt"] > found["vec_mt_db"] > 0
    assert found["basis"] == "modelled"


def test_text_names_every_rung(lowlab: Lowlab) -> None:
    lines = lowlab("soc", "ladder", "--kernel", "vector-add").output.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["scalar", "vec", "vec_mt", "vec_mt_db"]


def test_bad_input_is_one_line(lowlab: Lowlab) -> None:
    for arguments in (
        ("--kernel", "x"),
        ("--soc", "x"),
        ("--elements", "0"),
        ("--tile", "99999"),
        ("--kernel", "relu", "--measure"),
    ):
        finished = lowlab("soc", "ladder", *arguments)
        assert finished.status == 2
        assert finished.error_line.startswith("lowlab: ")
