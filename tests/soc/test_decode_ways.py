"""Engines, units and threads that a reader chooses."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.soc.decode_engines import ENGINES
from compiler_core.soc.decoding.decode import compute_seconds, decode_unit
from compiler_core.soc.decoding.decode_fit import share_for, share_of_engine
from compiler_core.soc.decoding.decode_ways import DecodeWay, assumed_of_way, chip_with, engines_on
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.measurements import decode_measurements
from compiler_core.soc.reading import load_socs, soc_named


def test_no_choice_leaves_the_chip_as_it_is() -> None:
    for soc in load_socs():
        assert chip_with(soc, DecodeWay()) is soc


@pytest.mark.parametrize("chip", [one.name for one in load_socs()])
def test_each_engine_of_each_unit_can_be_chosen(chip: str) -> None:
    soc = soc_named(chip)
    for unit in soc.units:
        assert decode_unit(chip_with(soc, DecodeWay(unit=unit.name))).name == unit.name
        for engine in engines_on(soc, unit):
            found = chip_with(soc, DecodeWay(engine.name, unit.name))
            assert (found.decode_engine, decode_unit(found).kind) == (engine.name, engine.unit_kind)
            assert share_for(found) == share_of_engine(engine.name, decode_measurements())


def test_usual_engines_run_where_the_descriptions_say() -> None:
    for soc in load_socs():
        names = [one.name for one in engines_on(soc, soc.main_unit)]
        assert soc.decode_engine in ("", *names)
    used = {(measurement.soc, measurement.engine.name) for measurement in decode_measurements()}
    for chip, engine in used:
        assert any(
            engine in [one.name for one in engines_on(soc_named(chip), unit)]
            for unit in soc_named(chip).units
        )


def test_an_engine_alone_finds_its_unit() -> None:
    found = chip_with(soc_named("rk3588"), DecodeWay("llama.cpp-cpu"))
    assert decode_unit(found).name == "big"
    assert "other chips" in assumed_of_way(found, DecodeWay("llama.cpp-cpu"))[0]


def test_fewer_threads_compute_longer() -> None:
    work = decode_work(header_of(known_language_model("llama-2-7b").configuration, "q4_k_m"), 1)
    pi = soc_named("raspberry-pi-5")
    whole, one = (chip_with(pi, DecodeWay(threads=n)) for n in (4, 1))
    longer, shorter = (compute_seconds(chip, decode_unit(chip), work)[0] for chip in (one, whole))
    assert longer == pytest.approx(4 * shorter)
    assert decode_unit(one).title == "1 of 4 Cortex-A76"


@pytest.mark.parametrize(
    ("chip", "way", "words"),
    [
        ("rk3588", DecodeWay("mlc-cuda"), "no unit for.*big: llama.cpp-cpu.*npu: rkllm"),
        ("rk3588", DecodeWay("llama.cpp-cpu", "npu"), "Engines there: rkllm"),
        ("rk3588", DecodeWay(unit="gpu"), "It has: big, little, npu"),
        ("rk3588", DecodeWay(threads=2), "Choose a CPU with them: big, little"),
        ("raspberry-pi-5", DecodeWay(threads=5), "from 1 to 4"),
        ("apple-m3-pro", DecodeWay(ENGINES[-1].name), "gpu: llama.cpp-metal"),
    ],
)
def test_refusals_name_what_there_is_instead(chip: str, way: DecodeWay, words: str) -> None:
    with pytest.raises(InputError, match=words):
        chip_with(soc_named(chip), way)
