"""Descriptions are refused when a number has no source, or when they contradict themselves."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest

from compiler_core.content_files import ContentError, read_yaml
from compiler_core.errors import UnknownName
from compiler_core.soc.reading import SOC_FOLDER, load_socs, soc_named, soc_of
from tests.soc.chip_document import states_of


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The generic description with one place replaced, or removed for None."""
    found: Any = copy.deepcopy(read_yaml(SOC_FOLDER / "tesla-fsd.yaml"))
    place = found
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return found


WRONG = {
    "number without source": (("units", 0, "clock_ghz"), 2.2, "needs a number and its source"),
    "unknown source": (("units", 0, "clock_ghz"), [2.2, "memory"], "is not among"),
    "rate without source": (("units", 0, "macs_per_cycle", "fp32"), 8, "needs a number"),
    "stated bandwidth of slides": (
        ("memories", 1, "stated_bandwidth_gbps"), [111, "wikichip"], "68.3 GB/s",
    ),
    "negative": (("units", 0, "cores"), [-12, "wikichip"], "above 0"),
    "not finite": (("units", 0, "cores"), [float("nan"), "wikichip"], "above 0"),
    "true is no number": (("units", 0, "cores"), [True, "wikichip"], "above 0"),
    "no rate of the bus": (("memories", 1, "transfer_rate_mtps"), None, "transfer_rate_mtps"),
    "no main memory": (("memories",), [], "no memory of the kind"),
    "cycles without clock": (("units", 0, "clock_ghz"), None, "without clock_ghz"),
    "unknown kind": (("units", 0, "kind"), "tpu", "kind must be one of"),
    "same name twice": (("units", 1, "name"), "cpu", "used twice"),
    "network on no unit": (("network_unit",), "dsp", "no unit"),
    "no sources": (("sources",), {}, "at least one document"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_description_is_refused(name: str) -> None:
    path, value, words = WRONG[name]
    with pytest.raises(ContentError, match=words):
        soc_of("changed.yaml", "changed", changed(path, value))


def test_how_networks_are_run_is_read() -> None:
    said = {"network_cores": 2, "network_ends": "outside", "network_weights": "streamed"}
    found = soc_of("changed.yaml", "changed", changed(("title",), "Changed") | said)
    assert {name: getattr(found, name) for name in said} == said
    for name in ("network_ends", "network_weights"):
        with pytest.raises(ContentError, match=name):
            soc_of("changed.yaml", "changed", changed((name,), "elsewhere"))


def test_bandwidths_are_width_times_rate() -> None:
    found = {soc.name: soc.main_memory.bytes_per_second for soc in load_socs()}
    assert found["tesla-fsd"] == pytest.approx(68.256e9)
    assert found["snapdragon-865"] == pytest.approx(44.0e9)
    assert found["raspberry-pi-5"] == pytest.approx(17.068e9)
    assert found["jetson-agx-orin"] == pytest.approx(204.8e9)


def test_peaks_follow_from_cycles() -> None:
    npu = soc_named("tesla-fsd").unit("npu")
    assert npu.operations_per_second("int8") == pytest.approx(73.7e12, rel=1e-3)
    assert npu.operations_per_second("int8", cores=1) == pytest.approx(36.86e12, rel=1e-3)
    assert npu.operations_per_second("fp32") is None
    big = soc_named("rk3588").unit("npu")
    assert big.operations_per_second("int8", cores=1) == pytest.approx(2.048e12)


def test_all_that_should_ship_do_and_names_are_checked() -> None:
    names = [soc.name for soc in load_socs()]
    assert names[0] == "generic"
    assert names[-3:] == ["b200", "h100", "h200"]
    assert {"tesla-fsd", "snapdragon-865", "raspberry-pi-5", "rk3588", "rk3576", "imx8m-plus",
            "jetson-orin-nano", "jetson-agx-orin", "coral-edge-tpu", "apple-m1-max",
            "apple-m3-pro"} < set(names)  # fmt: skip
    with pytest.raises(UnknownName, match="raspberry-pi-5"):
        soc_named("raspberry-pi-6")
    with pytest.raises(UnknownName, match="It has: cpu"):
        soc_named("raspberry-pi-5").unit("npu")


def test_every_source_of_a_file_is_used() -> None:
    for soc in load_socs():
        text = (SOC_FOLDER / f"{soc.name}.yaml").read_text(encoding="utf-8")
        named = (", {}]", "source: {}\n")
        unused = [key for key in soc.sources if not any(one.format(key) in text for one in named)]
        assert not unused, (soc.name, unused)


WRONG_SOURCES = {
    "unknown state": ({"title": "WikiChip", "state": "remembered"}, "state must be one of"),
    "opened without address": ({"title": "WikiChip", "state": "opened"}, "has an address"),
    "address of no page": (
        {"title": "WikiChip", "state": "opened", "address": "page 3"},
        "has an address",
    ),
}


@pytest.mark.parametrize("name", WRONG_SOURCES)
def test_a_source_says_whether_it_was_opened_and_where(name: str) -> None:
    value, words = WRONG_SOURCES[name]
    with pytest.raises(ContentError, match=words):
        soc_of("changed.yaml", "changed", changed(("sources", "wikichip"), value))


def test_an_engine_that_is_not_known_is_refused() -> None:
    with pytest.raises(ContentError, match="decode_engine"):
        soc_of("changed.yaml", "changed", changed(("decode_engine",), "guesswork"))


def test_most_figures_come_from_documents_that_were_opened() -> None:
    states: Counter[str] = Counter()
    for soc in load_socs():
        states += states_of(soc)
        for key, one in soc.sources.items():
            assert (one.state == "opened") == bool(one.address), (soc.name, key)
    assert states["opened"] > 2 * states["not opened"], states


def test_bandwidth_of_stacked_memory_is_the_vendors_and_its_pin_rate_is_computed() -> None:
    for name, stated in (("h100", 3350), ("h200", 4800), ("b200", 8000)):
        memory = soc_named(name).main_memory
        assert memory.bytes_per_second == pytest.approx(stated * 1e9, rel=2e-4)
        rate = memory.transfer_rate_mtps
        assert rate is not None
        assert soc_named(name).source_of(rate).state == "chosen"
