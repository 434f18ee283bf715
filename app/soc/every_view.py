"""The views of a chip, in the order of their tabs: their words, and what each can show."""

from __future__ import annotations

from app.soc.views.context import SocView
from compiler_core.errors import UnknownName

VIEWS: tuple[SocView, ...] = (
    SocView(
        name="chip",
        title="Chip",
        answers="what it consists of",
        lead="A chip is units that compute and memories that feed them; a limit on power decides "
        "how many of them work at once.",
        idea="What a SoC consists of: units that compute, such as an NPU, a little SRAM beside "
        "them, and DRAM for the rest. Choose a part to see its numbers, where each comes from, "
        "and to try others.",
        question="What does the chip consist of?",
        words=(
            "soc",
            "npu",
            "array",
            "multiply-accumulate",
            "tops",
            "int8",
            "sram",
            "dram",
            "mib",
            "bandwidth",
            "ridge",
            "pj",
        ),
    ),
    SocView(
        name="roofline",
        title="Roofline",
        answers="what limits a kernel",
        lead="A kernel with few operations for each byte waits for memory; one with many is "
        "limited by arithmetic.",
        idea="How many operations does a kernel make for each byte it moves? Few, and it waits for "
        "memory; many, and it waits for arithmetic. Move the stage and watch the compiler push "
        "kernels to the right; a line up to the roof is what the chip would still allow.",
        question="Which kernels wait for memory, and which for arithmetic?",
        words=(
            "kernel",
            "arithmetic-intensity",
            "roofline",
            "ridge",
            "compute-bound",
            "headroom",
            "median",
            "bandwidth",
            "fusion",
            "quantisation",
            "modelled",
        ),
        models=("network",),
        usual_model="resnet50",
        beside="language",
        lesson="roofline",
        control="stage",
    ),
    SocView(
        name="cost",
        title="Cost",
        answers="how long, what binds",
        lead="Each kernel has to be started, then takes as long as its slowest part: the array, "
        "on-chip memory or main memory.",
        idea="Does it fit, and how long does it take? Each kernel has to be started, then takes as "
        "long as its slowest part: the array, on-chip memory, or main memory. Move a slider and "
        "see which part binds.",
        question="Does a network fit, and how long does it take?",
        words=(
            "kernel",
            "array",
            "sram",
            "dram",
            "mib",
            "utilisation",
            "convolution",
            "channel",
            "multiply-accumulate",
            "overhead",
            "headroom",
            "modelled",
        ),
        models=("network",),
        usual_model="resnet50",
        control="set.dram.transfer_rate_mtps",
    ),
    SocView(
        name="energy",
        title="Energy",
        answers="where joules go",
        lead="What a byte costs depends on where it comes from, so fusion saves joules by keeping "
        "bytes close.",
        idea="What a byte costs depends on where it comes from. Each fusion keeps bytes out of "
        "memory; here that is turned into joules.",
        question="Where do the joules go?",
        words=("pj", "fusion", "kernel", "sram", "dram", "multiply-accumulate", "modelled"),
        models=("network",),
        usual_model="resnet50",
        lesson="dark-silicon",
        control="set.sram.capacity_bytes",
    ),
    SocView(
        name="decode",
        title="Decode",
        answers="does an LLM fit, how fast",
        lead="For each new token a language model reads all its weights, so memory decides what "
        "fits and how fast it writes.",
        idea="A language model writes one token after the other, and each token reads all its "
        "weights. First: does it fit? Then: how fast, at which context, for how many at once?",
        question="How fast does a language model write here?",
        words=(
            "token",
            "prefill",
            "decoding",
            "kv-cache",
            "batch",
            "q4-0",
            "dram",
            "bandwidth",
            "compute-bound",
            "mib",
            "modelled",
        ),
        models=("language",),
        usual_model="qwen2.5-1.5b",
        lesson="roof",
        control="type",
    ),
    SocView(
        name="mapping",
        title="Mapping",
        answers="which unit runs what",
        lead="Each kernel may run on the CPU, the GPU or the NPU; every change of unit costs a "
        "hand-over.",
        idea="Each kernel could run on the CPU, the GPU or the NPU. Where a neighbour runs "
        "elsewhere, a tensor has to change hands, and that costs too. Which mapping takes least "
        "in all?",
        question="Which unit should run which kernel?",
        words=(
            "kernel",
            "npu",
            "mapping",
            "hand-over",
            "operator",
            "overhead",
            "fusion",
            "modelled",
        ),
        models=("network",),
        usual_model="resnet50",
        lesson="who-computes",
        control="hand_over",
    ),
    SocView(
        name="tiling",
        title="Tiling",
        answers="how a layer is cut",
        lead="A layer is cut into tiles that fit on the chip; their size decides how often data "
        "comes from main memory.",
        idea="A layer rarely fits into on-chip memory, so it is cut into tiles. Their size "
        "decides how often data comes in from DRAM, and whether the array has to wait for it.",
        question="How is a layer cut so that it fits on the chip?",
        words=(
            "tile",
            "sram",
            "dram",
            "array",
            "channel",
            "double-buffering",
            "latency",
            "modelled",
        ),
        models=("network",),
        usual_model="resnet50",
        control="tile_rows",
    ),
    SocView(
        name="latency",
        title="Latency",
        answers="how waiting is hidden",
        lead="While one engine fetches, contexts compute: vectors, contexts and second buffers "
        "hide the time that memory takes.",
        idea="One kernel, one engine that fetches, some contexts that compute. What do vectors, "
        "more contexts and a second buffer give, each by itself, and when does each stop to help?",
        question="How does a chip hide the time that memory takes?",
        words=(
            "kernel",
            "dma",
            "scratchpad",
            "vector-register",
            "context",
            "double-buffering",
            "latency",
            "gelu",
            "compute-bound",
            "little-s-law",
            "modelled",
        ),
        lesson="hiding",
        control="contexts",
    ),
    SocView(
        name="profile",
        title="Profile",
        answers="where instructions go",
        lead="Find where a program's instructions go, say what binds them, change one thing, and "
        "measure again.",
        idea="An exercise: find where a program's instructions go, say what binds its kernels, "
        "change one thing, and measure again. Programs are really compiled, run and counted.",
        question="Where do a program's instructions go?",
        words=(
            "profile",
            "kernel",
            "operator",
            "amdahl-s-law",
            "compute-bound",
            "fusion",
            "quantisation",
            "emulator",
        ),
    ),
    SocView(
        name="trust",
        title="Trust",
        answers="how far off it all is",
        lead="All speeds on these pages are modelled; here they stand beside what somebody "
        "measured.",
        idea="All speeds on these pages are modelled. How far off are they, where somebody "
        "measured?",
        question="How far off are these numbers, where somebody measured?",
        words=("modelled", "held-out", "median", "bandwidth", "decoding", "quantisation"),
    ),
)


def view_named(name: str) -> SocView:
    """The view of this name. Raises UnknownName."""
    named_view = next((view for view in VIEWS if view.name == name), None)
    if named_view is None:
        names = ", ".join(known_view.name for known_view in VIEWS)
        raise UnknownName(f"There is no view {name[:40]!r} of a chip.", f"Views: {names}.")
    return named_view
