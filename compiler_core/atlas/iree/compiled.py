"""From a page's settings to all that IREE leaves: the program, phases, dispatches, code, a run."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass, replace

import numpy as np

from compiler_core.atlas.iree.asking import IreeBuild, IreeTarget, compile_for, compile_here
from compiler_core.atlas.iree.assembly import KernelCode, read_kernels
from compiler_core.atlas.iree.calling import Called, call_both, can_be_called
from compiler_core.atlas.iree.dispatches import (
    Dispatch,
    read_dispatches,
    read_entry,
)
from compiler_core.atlas.iree.network import Network, read_network
from compiler_core.atlas.iree.phases import FLOW, Phase, read_phases
from compiler_core.atlas.iree.programs import (
    expected,
    text_of,
)
from compiler_core.atlas.networks import network_bytes
from compiler_core.atlas.records import Settings
from compiler_core.errors import InputError
from compiler_core.graph.model_session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class IreeAnswer:
    """One program, compiled and called."""

    text: str
    """The program in MLIR; empty for a network, which has no text of its own here."""
    is_own: bool
    """Whether a reader gave the program or the network."""
    network: Network | None
    """What is compiled, read from ONNX; None for a program in MLIR."""
    build: IreeBuild
    """The compilation for the target that was asked for."""
    phases: tuple[Phase, ...]
    """What IREE printed of its phases, in their order."""
    flow: str
    """The text of the phase `flow` with places in the source, from which dispatches are read."""
    dispatches: tuple[Dispatch, ...]
    """Those that run at each call, in order; what only prepares constants is left out."""
    prepared: int
    """How many more dispatches run once, when the module is loaded, to prepare constants."""
    kernels: tuple[KernelCode, ...]
    """Machine code of each kernel in the assembly that the build left."""
    plain: tuple[KernelCode, ...]
    """Kernels for any AArch64 without tiles, to compare with, none of a network."""
    called: Called | None
    """None where sizes are open, and for a reader's own, whose code never runs on this machine."""
    difference: float | None
    """From the result of numpy or ONNX Runtime, of its largest element; None where neither was
    asked."""


def compile_program(settings: Settings) -> IreeAnswer:
    """Raises InputError for what is refused, a crash and a limit; ToolMissing."""
    text, network = _program(settings)
    program = network.program if network else text.encode()
    target = _target(settings)
    build = compile_for(program, target)
    phases = read_phases(build.files)
    flow = next((phase for phase in phases if phase.name == FLOW), None)
    if flow is None:
        raise InputError("IREE left no phase flow to read.", "Try again.")
    is_own = is_own_program(settings)
    dispatches = _dispatches(flow, network)
    called = None if is_own else _called(program, target, build, flow)
    return IreeAnswer(
        text=text,
        is_own=is_own,
        network=network,
        build=build,
        phases=phases,
        flow=flow.located,
        dispatches=tuple(dispatch for dispatch in dispatches if not dispatch.prepares),
        prepared=sum(call.prepares for call in dispatches),
        kernels=read_kernels(build.files),
        plain=() if network else read_kernels(compile_for(program, _plain(target)).files),
        called=called,
        difference=_difference(settings, called),
    )


def _dispatches(flow: Phase, network: Network | None) -> tuple[Dispatch, ...]:
    """Of a network they lead to its nodes and to no constants."""
    calls = read_dispatches(flow.located)
    if network is None:
        return calls
    nodes = {node.line for node in network.nodes}
    return tuple(
        replace(call, lines=tuple(line for line in call.lines if line in nodes)) for call in calls
    )


def is_own_program(settings: Settings) -> bool:
    """Whether a reader gave a program or a network."""
    return bool(settings["text"] or settings["network"])


def _program(settings: Settings) -> tuple[str, Network | None]:
    if settings["network"]:
        return "", read_network(b64decode(settings["network"]))
    text = settings["text"] or text_of(settings)
    if text:
        return text, None
    return "", read_network(network_bytes(settings["program"]))


def _plain(target: IreeTarget) -> IreeTarget:
    return IreeTarget(processor="generic", computes=target.computes)


def _target(settings: Settings) -> IreeTarget:
    feature = settings["feature"]
    return IreeTarget(
        processor=settings["processor"],
        feature="" if feature == "none" else feature,
        tiles=settings["tiles"] == "tiles",
        # A stranger's code runs under the emulator or not at all.
        computes=not is_own_program(settings),
    )


def _called(program: bytes, target: IreeTarget, build: IreeBuild, flow: Phase) -> Called | None:
    entry = read_entry(flow.located)
    if entry is None or not can_be_called(entry):
        return None
    return call_both(compile_here(program, target).module, build.module, entry)


def _difference(settings: Settings, called: Called | None) -> float | None:
    if called is None or not called.here.results:
        return None
    right = _expected(settings, called)
    return float(np.abs(called.here.results[0] - right).max() / np.abs(right).max())


def _expected(settings: Settings, called: Called) -> np.ndarray:
    """By numpy, and of a network by ONNX Runtime with the file as it is."""
    if text_of(settings):
        return expected(settings["program"], called.inputs)
    session = Session(network_bytes(settings["program"]))
    names = [entry.name for entry in session.entries]
    return session.first_output(dict(zip(names, called.inputs, strict=True)))
