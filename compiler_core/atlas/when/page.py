"""The page on when things are compiled, and on what compiling takes for granted."""

from __future__ import annotations

import re

import msgspec

from compiler_core.atlas.records import SIDES, AtlasFact, AtlasPage, Control, PageFinding, Settings
from compiler_core.atlas.texts import text_snapshot
from compiler_core.atlas.when.calls import (
    PLANS,
    Call,
    call_lines,
    compiled_for,
    filled_share,
    first_over_fastest,
    times_plot,
)
from compiler_core.atlas.xla.driven import ask_jax
from compiler_core.atlas.xla.dumps import LINES_KEPT
from compiler_core.atlas.xla.hlo import plain_text, read_hlo
from compiler_core.trace import Snapshot, Step

_AGAIN = (
    ("nothing", "nothing: all values are kept"), ("layers", "each layer"), ("all", "the whole"),
)  # fmt: skip
_PRODUCT, _LOOP, _CHOICE = "stablehlo.dot_general", "stablehlo.while", "stablehlo.case"
_PLACES = re.compile(r" loc\(.*?\)(?=\)|,| |$)|^#loc.*\n?", re.MULTILINE)
_ASSERTION = re.compile(r'error_message = "[^"]*"')
_OPEN = "tensor<?"
_RATIO = "first call over the fastest"

_FACTS = (
    AtlasFact(name="calls", unit="", basis="counted"),
    AtlasFact(name="programs compiled", unit="", basis="counted"),
    AtlasFact(name=_RATIO, unit="times", basis="measured"),
    AtlasFact(name="rows filled in", unit="% of all", basis="computed"),
    AtlasFact(name="what an if on values raises", unit="", basis="computed"),
    AtlasFact(name="choices in the program", unit="", basis="counted"),
    AtlasFact(name="operations of rounds written by Python", unit="", basis="counted"),
    AtlasFact(name="operations of rounds as a loop", unit="", basis="counted"),
    AtlasFact(name="products in the gradient", unit="", basis="counted"),
    AtlasFact(name="products that XLA leaves", unit="", basis="counted"),
    AtlasFact(name="values between, set aside", unit="bytes", basis="counted"),
    AtlasFact(name="kinds of machines in one export", unit="", basis="counted"),
    AtlasFact(name="arrays of open size in an export", unit="", basis="counted"),
)


class _Branches(msgspec.Struct, frozen=True):
    error: str
    said: str
    text: str


class _Loops(msgspec.Struct, frozen=True):
    unrolled: str
    kept: str


class _Gradients(msgspec.Struct, frozen=True):
    stablehlo: str
    hlo: str
    temporary_bytes: int


class _Exports(msgspec.Struct, frozen=True):
    platforms: tuple[str, ...]
    open: str


class _Answer(msgspec.Struct, frozen=True):
    """What `drivers/jit_times.py` prints."""

    version: str
    """The one of jax."""
    calls: tuple[Call, ...]
    """In order, each with its time and the programs that jax kept behind it."""
    branches: _Branches
    """An if on values: the error of tracing it, and the program in which it is a choice."""
    loops: _Loops
    """Texts of one computation: its rounds written out by Python, and as a loop of the program."""
    gradients: _Gradients
    """Of a few layers: what jax hands over, what XLA leaves, and bytes set aside."""
    exports: _Exports
    """A function exported at once for several kinds of machines, and one of open size."""


def _compute(settings: Settings) -> PageFinding:
    plan = PLANS[settings["calls"]]
    request = {
        "rows": plan.rows, "padded": plan.filled_to, "layers": int(settings["layers"]),
        "again": settings["again"], "rounds": int(settings["rounds"]),
    }  # fmt: skip
    said, _ = ask_jax("jit_times", request, _Answer)
    facts = _facts(said)
    return PageFinding(
        facts=facts,
        steps=_steps(said),
        sentence=_sentence(facts, said.calls),
        version=said.version,
        plots=(times_plot(said.calls),),
    )


def _facts(said: _Answer) -> dict[str, float | str | bool]:
    return {
        "calls": len(said.calls),
        "programs compiled": said.calls[-1].kept,
        _RATIO: round(first_over_fastest(said.calls), 1),
        "rows filled in": round(filled_share(said.calls), 1),
        "what an if on values raises": said.branches.error,
        "choices in the program": said.branches.text.count(_CHOICE),
        "operations of rounds written by Python": _operations(said.loops.unrolled),
        "operations of rounds as a loop": _operations(said.loops.kept),
        "products in the gradient": said.gradients.stablehlo.count(_PRODUCT),
        "products that XLA leaves": read_hlo(plain_text(said.gradients.hlo)).count("dot"),
        "values between, set aside": said.gradients.temporary_bytes,
        "kinds of machines in one export": len(said.exports.platforms),
        "arrays of open size in an export": said.exports.open.count(_OPEN),
    }


def _operations(text: str) -> int:
    return len(re.findall(r"\bstablehlo\.\w+", text))


def _sentence(facts: dict[str, float | str | bool], calls: tuple[Call, ...]) -> str:
    compiled = sum(compiled_for(calls))
    return (
        f"Calls for which the function was compiled first: {compiled} of {facts['calls']}. The "
        f"first took {facts[_RATIO]:,.0f} times as long as the fastest. jax hands over "
        f"{facts['products in the gradient']} products for the gradient, of which XLA leaves "
        f"{facts['products that XLA leaves']}."
    )


def _steps(said: _Answer) -> tuple[Step, ...]:
    branches = said.branches
    sides = (
        ("an if on values", ("In Python, while it is traced", _first_line(branches)),
         ("As a choice of the program", branches.text)),
        ("rounds", ("Written by Python", said.loops.unrolled),
         ("As a loop of the program", said.loops.kept)),
        ("the gradient", ("What jax hands over", said.gradients.stablehlo),
         ("What XLA leaves", plain_text(said.gradients.hlo))),
    )  # fmt: skip
    made = [Step("calls", "program", True, None, _snapshot("Calls", call_lines(said.calls)))]
    made += [
        Step(name, SIDES, True, _snapshot(*before), _snapshot(*after))
        for name, before, after in sides
    ]
    text = _snapshot("StableHLO", without_places(said.exports.open))
    return (*made, Step("an export whose rows are open", "program", True, None, text))


def _first_line(branches: _Branches) -> str:
    """The rest of what jax says names files."""
    return (
        f"{branches.error}: {branches.said.partition(chr(10))[0]}"
        if branches.said
        else branches.error
    )


def without_places(text: str) -> str:
    """StableHLO without what says where in which file it comes from."""
    return _ASSERTION.sub('error_message = "…"', _PLACES.sub("", text)).strip("\n")


def _snapshot(title: str, text: str) -> Snapshot:
    return text_snapshot(title, text.strip("\n"), LINES_KEPT)


WHEN = AtlasPage(
    name="when",
    title="JIT and AOT: when a program is compiled",
    idea="Compiling takes time, and what it took for granted has to stay so: shapes, branches, and "
    "which values are kept.",
    label="live",
    tool="XLA",
    explains=(("graph", "engine"), ("language", "engine")),
    controls=(
        Control(name="calls", title="Calls", usual="two",
                choices=tuple((name, plan.title) for name, plan in PLANS.items()),
                explains="How many rows the arrays have with which one function is called."),
        Control(name="rounds", title="Rounds", usual="10", least=1, most=50,
                explains="Of a loop whose number of rounds is known."),
        Control(name="layers", title="Layers", usual="6", least=1, most=12,
                explains="Of the network whose gradient is taken."),
        Control(name="again", title="Computed again", usual="layers", choices=_AGAIN,
                explains="What of the way forward is not kept for the way back: jax.checkpoint."),
    ),
    facts=_FACTS,
    compute=_compute,
)  # fmt: skip
