"""The views of a chip, in the order of their tabs: their words, and what each can show."""

from __future__ import annotations

from app.soc.views.context import SocView
from compiler_core.errors import UnknownName

VIEWS: tuple[SocView, ...] = (
    SocView(
        "chip",
        "Chip",
        "what it consists of",
        "A chip is units that compute and memories that feed them; a limit on power decides "
        "how many of them work at once.",
        "What a SoC consists of: units that compute, such as an NPU, a little SRAM beside them, "
        "and DRAM for the rest. Choose a part to see its numbers, where each comes from, and to "
        "try others.",
        "What does the chip consist of?",
        (
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
        "roofline",
        "Roofline",
        "what limits a kernel",
        "A kernel with few operations for each byte waits for memory; one with many is "
        "limited by arithmetic.",
        "How many operations does a kernel make for each byte it moves? Few, and it waits for "
        "memory; many, and it waits for arithmetic. Move the stage and watch the compiler push "
        "kernels to the right; a line up to the roof is what the chip would still allow.",
        "Which kernels wait for memory, and which for arithmetic?",
        (
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
        ("network",),
        "resnet50",
        "language",
        lesson="roofline",
        control="stage",
    ),
    SocView(
        "cost",
        "Cost",
        "how long, what binds",
        "Each kernel has to be started, then takes as long as its slowest part: the array, "
        "on-chip memory or main memory.",
        "Does it fit, and how long does it take? Each kernel has to be started, then takes as "
        "long as its slowest part: the array, on-chip memory, or main memory. Move a slider and "
        "see which part binds.",
        "Does a network fit, and how long does it take?",
        (
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
        ("network",),
        "resnet50",
        control="set.dram.transfer_rate_mtps",
    ),
    SocView(
        "energy",
        "Energy",
        "where joules go",
        "What a byte costs depends on where it comes from, so fusion saves joules by keeping "
        "bytes close.",
        "What a byte costs depends on where it comes from. Each fusion keeps bytes out of memory; "
        "here that is turned into joules.",
        "Where do the joules go?",
        ("pj", "fusion", "kernel", "sram", "dram", "multiply-accumulate", "modelled"),
        ("network",),
        "resnet50",
        lesson="dark-silicon",
        control="set.sram.capacity_bytes",
    ),
    SocView(
        "decode",
        "Decode",
        "does an LLM fit, how fast",
        "For each new token a language model reads all its weights, so memory decides what "
        "fits and how fast it writes.",
        "A language model writes one token after the other, and each token reads all its weights. "
        "First: does it fit? Then: how fast, at which context, for how many at once?",
        "How fast does a language model write here?",
        (
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
        ("language",),
        "qwen2.5-1.5b",
        lesson="roof",
        control="type",
    ),
    SocView(
        "mapping",
        "Mapping",
        "which unit runs what",
        "Each kernel may run on the CPU, the GPU or the NPU; every change of unit costs a "
        "hand-over.",
        "Each kernel could run on the CPU, the GPU or the NPU. Where a neighbour runs elsewhere, a "
        "tensor has to change hands, and that costs too. Which mapping takes least in all?",
        "Which unit should run which kernel?",
        ("kernel", "npu", "mapping", "hand-over", "operator", "overhead", "fusion", "modelled"),
        ("network",),
        "resnet50",
        lesson="who-computes",
        control="hand_over",
    ),
    SocView(
        "tiling",
        "Tiling",
        "how a layer is cut",
        "A layer is cut into tiles that fit on the chip; their size decides how often data "
        "comes from main memory.",
        "A layer rarely fits into on-chip memory, so it is cut into tiles. Their size decides how "
        "often data comes in from DRAM, and whether the array has to wait for it.",
        "How is a layer cut so that it fits on the chip?",
        ("tile", "sram", "dram", "array", "channel", "double-buffering", "latency", "modelled"),
        ("network",),
        "resnet50",
        control="tile_rows",
    ),
    SocView(
        "latency",
        "Latency",
        "how waiting is hidden",
        "While one engine fetches, contexts compute: vectors, contexts and second buffers "
        "hide the time that memory takes.",
        "One kernel, one engine that fetches, some contexts that compute. What do vectors, more "
        "contexts and a second buffer give, each by itself, and when does each stop to help?",
        "How does a chip hide the time that memory takes?",
        (
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
        "profile",
        "Profile",
        "where instructions go",
        "Find where a program's instructions go, say what binds them, change one thing, and "
        "measure again.",
        "An exercise: find where a program's instructions go, say what binds its kernels, change "
        "one thing, and measure again. Programs are really compiled, run and counted.",
        "Where do a program's instructions go?",
        (
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
        "trust",
        "Trust",
        "how far off it all is",
        "All speeds on these pages are modelled; here they stand beside what somebody measured.",
        "All speeds on these pages are modelled. How far off are they, where somebody measured?",
        "How far off are these numbers, where somebody measured?",
        ("modelled", "held-out", "median", "bandwidth", "decoding", "quantisation"),
    ),
)


def view_named(name: str) -> SocView:
    """The view of this name. Raises UnknownName."""
    found = next((view for view in VIEWS if view.name == name), None)
    if found is None:
        names = ", ".join(one.name for one in VIEWS)
        raise UnknownName(f"There is no view {name[:40]!r} of a chip.", f"Views: {names}.")
    return found
