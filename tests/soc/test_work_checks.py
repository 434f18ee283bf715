"""What a worker made of a model is not believed: damaged and hostile files end as refusals."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import cache
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

from compiler_core import checked_records
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.pipelines import kept_results
from compiler_core.pipelines.kept_results import read_result, write_result
from compiler_core.pipelines.stages import StageResult
from compiler_core.soc.work import checks
from compiler_core.soc.work.checks import checked_work
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import STAGE, LanguageWork, NetworkWork

Change = Callable[[], object]


@cache
def network() -> NetworkWork:
    found = read_work("depthwise")
    assert isinstance(found, NetworkWork)
    return found


@cache
def language() -> LanguageWork:
    found = read_work("workshop")
    assert isinstance(found, LanguageWork)
    return found


def first_layer(**changed: Any) -> Change:
    """The first kernel with other numbers."""
    return lambda: replace(
        network(), layers=(replace(network().layers[0], **changed), *network().layers[1:])
    )


def parts(**changed: Any) -> Change:
    return lambda: replace(network(), **changed)


def configuration(**changed: Any) -> Change:
    header = language().header
    return lambda: LanguageWork(
        replace(header, configuration=replace(header.configuration, **changed))
    )


def header(**changed: Any) -> Change:
    return lambda: LanguageWork(replace(language().header, **changed))


def first_tensor(**changed: Any) -> Change:
    tensors = language().header.tensors
    return header(tensors=(replace(tensors[0], **changed), *tensors[1:]))


def broken_graph() -> object:
    graph = copy(network().graph)
    object.__setattr__(graph, "tensors", (7,))
    return replace(network(), graph=graph)


HUGE = "x" * (10 << 20)
NODE = Layer(
    name="n",
    kind="elementwise",
    rows=1,
    columns=1,
    channels_in=1,
    channels_out=1,
    taps=1,
    groups=1,
    input_elements=1,
    weight_elements=0,
)
MANY = tuple("n" for _ in range(5000))
HOSTILE: dict[str, Change] = {
    "nothing": lambda: None,
    "a-layer-alone": lambda: NODE,
    "size-below-zero": first_layer(rows=-7),
    "size-is-not-a-number": first_layer(columns=nan),
    "size-is-a-fraction": first_layer(taps=2.5),
    "size-is-a-truth": first_layer(taps=True),
    "size-is-text": first_layer(channels_in="3"),
    "size-beyond-all": first_layer(weight_elements=1 << 60),
    "product-beyond-all": first_layer(rows=1 << 30, columns=1 << 30),
    "no-groups": first_layer(groups=0),
    "more-groups-than-channels": first_layer(groups=1 << 20),
    "unknown-kind": first_layer(kind="attention"),
    "kind-is-a-list": first_layer(kind=["dense"]),
    "name-of-ten-megabytes": first_layer(name=HUGE),
    "name-is-a-number": first_layer(name=7),
    "a-million-layers": parts(layers=(NODE,) * 1_000_000, members=(), graph=None),
    "layers-are-a-list": parts(layers=list(network().layers)),
    "layers-are-names": parts(layers=("conv",), members=(), graph=None),
    "members-of-other-kernels": parts(members=network().members[1:]),
    "members-are-no-nodes": parts(members=tuple(("no such",) for _ in network().layers)),
    "a-kernel-of-nothing": parts(members=tuple(() for _ in network().layers)),
    "sources-are-no-nodes": parts(sources=tuple(("no such",) for _ in network().lowered)),
    "one-name-many-times": parts(
        layers=(NODE,) * 5000, nodes=(NODE,), lowered=(NODE,), members=(MANY,) * 5000,
        sources=(), graph=None,
    ),
    "graph-of-other-kernels": parts(layers=network().layers[1:], members=network().members[1:]),
    "graph-is-broken": broken_graph,
    "graph-is-text": parts(graph="graph"),
    "reason-of-ten-megabytes": parts(unmapped=HUGE),
    "header-is-none": lambda: LanguageWork(None),  # pyright: ignore[reportArgumentType]
    "a-billion-blocks": configuration(layers=1 << 30),
    "heads-below-zero": configuration(heads=-4),
    "width-beyond-all": configuration(hidden=1 << 40),
    "base-is-not-a-number": configuration(rotary_base=nan),
    "base-without-end": configuration(rotary_scale=inf),
    "tensor-of-many-axes": first_tensor(shape=(1,) * 50),
    "tensor-beyond-all": first_tensor(shape=(1 << 40, 1 << 40)),
    "tensor-below-zero": first_tensor(size=-1),
    "tensor-without-name": first_tensor(name=None),
    "format-unknown": header(format="zip"),
    "token-is-a-number": lambda: LanguageWork(
        replace(
            language().header,
            tokeniser=replace(language().header.tokeniser, tokens=(1, 2)),  # pyright: ignore
        )
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_work_is_refused_in_a_short_sentence(name: str, tmp_path: Path) -> None:
    """As it comes from the worker, by a file where such a file can be written at all."""
    details = HOSTILE[name]()
    with pytest.raises(InputError, match=SAID) as refused:
        checked_work(details)
    assert len(str(refused.value)) < 300
    try:
        # Whoever took a worker over keeps to no limit of ours.
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(kept_results, "LARGEST_RECORD_BYTES", 1 << 40)
            write_result(tmp_path, StageResult(stage=STAGE, sentence="", details=details))
    except (TypeError, AttributeError):
        return
    if name in MENDED:
        return
    with pytest.raises(InputError, match=SAID) as refused:
        checked_work(_read_again(tmp_path))
    assert len(str(refused.value)) < 300


# A file knows no lists: these come back as the tuples that their fields declare.
MENDED = ("layers-are-a-list",)
SAID = r"damaged|graph|tensors|cannot be read"


def _read_again(folder: Path) -> object:
    found = read_result(folder, STAGE)
    return found.details if found else None


@pytest.mark.parametrize("name", ["depthwise", "residual", "squeezenet", "workshop"])
def test_what_a_worker_makes_of_a_model_is_taken(name: str, tmp_path: Path) -> None:
    work = read_work(name)
    write_result(tmp_path, StageResult(stage=STAGE, sentence="", details=work))
    assert checked_work(_read_again(tmp_path)) == work


def _anything(*_arguments: object) -> bool:
    return True


def test_a_slot_that_was_never_set_is_noticed() -> None:
    """A file may set fewer fields than a record has."""
    found = copy(network().layers[0])
    object.__delattr__(found, "taps")
    with pytest.raises(InputError, match=r"Layer\.taps"):
        checked_work(replace(network(), layers=(found, *network().layers[1:])))


_PLAIN = checked_records._PLAIN
MUTANTS: dict[str, tuple[Any, str, Any]] = {
    "size-below-zero": (checked_records, "_PLAIN", {**_PLAIN, int: _anything}),
    "base-is-not-a-number": (checked_records, "_PLAIN", {**_PLAIN, float: _anything}),
    "name-of-ten-megabytes": (checked_records, "_PLAIN", {**_PLAIN, str: _anything}),
    "unknown-kind": (checked_records, "_is_choice", _anything),
    "no-groups": (checks, "_check_layers", _anything),
    "members-are-no-nodes": (checks, "_check_names", _anything),
    "graph-is-broken": (checks, "_check_mapped", _anything),
    "a-billion-blocks": (checks, "_check_configuration", _anything),
    "tensor-of-many-axes": (checks, "_check_tensors", _anything),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_without_its_check_a_hostile_work_is_taken(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So each of these is refused by the check it is meant for."""
    where, attribute, wrong = MUTANTS[name]
    monkeypatch.setattr(where, attribute, wrong)
    checked_work(HOSTILE[name]())
