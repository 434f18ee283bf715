"""What runs a language model on a chip: how many kernels it starts for a layer, and at what cost.

Kernels are counted in the engines' sources, for a dense Llama block without flash attention. What a
launch costs is assumed; only that of CUDA has a document. Nothing here is fitted.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.description import SocDescription, Source, UnitKind


@dataclass(frozen=True, slots=True)
class DecodeEngine:
    """An engine, by what it does for each token.

    kernels_per_layer, kernels_outside: of one decode step. launch_seconds: of each, during which
    the memory is idle. counted_in: where the kernels were counted. launch_reason, launch_source:
    why a launch takes that time.
    """

    name: str
    title: str
    kernels_per_layer: int
    kernels_outside: int
    launch_seconds: float
    counted_in: Source
    launch_reason: str
    launch_source: Source | None = None

    def seconds_of_launches(self, layers: int) -> float:
        """Of one step."""
        kernels = layers * self.kernels_per_layer + self.kernels_outside
        return kernels * self.launch_seconds


_LLAMA_CPP = Source(
    "llama.cpp, build_llama and ggml-cuda.cu",
    "opened",
    "https://github.com/ggml-org/llama.cpp",
)
_MLC = Source(
    "MLC LLM, llama_model.py: one product for queries, keys and values, one for gate and up",
    "opened",
    "https://github.com/mlc-ai/mlc-llm/blob/main/python/mlc_llm/model/llama/llama_model.py",
)
_CUDA_LAUNCHES = Source(
    "Meta, Holistic Trace Analysis, CUDA Kernel Launch Statistics: 5 to 20 microseconds",
    "opened",
    "https://github.com/facebookresearch/HolisticTraceAnalysis/blob/main/docs/source/features/"
    "cuda_kernel_launch_stats.rst",
)
_CUDA_REASON = "the geometric middle of the 5 to 20 µs that traces usually show"

# Norm 2, queries, keys and values 3, rotations 2, cache 2, scores, softmax, mix, copy, output, sum;
# norm 2, gate and up 2, activation, product, down, sum. Outside: norm 2, head.
_UNFUSED, _UNFUSED_OUTSIDE = 23, 3
ENGINES = (
    DecodeEngine(
        "llama.cpp-cpu", "llama.cpp on CPU cores", _UNFUSED, _UNFUSED_OUTSIDE, 2e-6, _LLAMA_CPP,
        "assumed: threads meet after each operation",
    ),
    DecodeEngine(
        # CUDA also quantises the input of each of the seven products, and of the head's.
        "llama.cpp-cuda", "llama.cpp with CUDA, each kernel launched by itself", _UNFUSED + 7,
        _UNFUSED_OUTSIDE + 1, 10e-6, _LLAMA_CPP, _CUDA_REASON,
        _CUDA_LAUNCHES,
    ),
    DecodeEngine(
        "llama.cpp-metal", "llama.cpp with Metal", _UNFUSED, _UNFUSED_OUTSIDE, 5e-6, _LLAMA_CPP,
        "assumed: one command buffer for a step",
    ),
    DecodeEngine(
        # Norm, product, rotation, cache, attention, product with sum; norm, product, activation,
        # product with sum.
        "mlc-cuda", "MLC LLM with CUDA", 10, 2, 10e-6, _MLC, _CUDA_REASON, _CUDA_LAUNCHES,
    ),
    DecodeEngine(
        "rkllm", "Rockchip's RKLLM", _UNFUSED, _UNFUSED_OUTSIDE, 5e-6,
        Source("RKLLM, a closed runtime; taken to start what llama.cpp starts", "chosen"),
        "assumed",
    ),
)  # fmt: skip
# Assumed, where no engine is named.
LAUNCH_SECONDS: dict[UnitKind, float] = {"cpu": 2e-6, "gpu": 5e-6, "npu": 5e-6}


def engine_named(name: str) -> DecodeEngine | None:
    """None for a name that is not among the engines."""
    return next((one for one in ENGINES if one.name == name), None)


def engine_of(soc: SocDescription, kind: UnitKind) -> DecodeEngine:
    """What the chip's published rows were measured with; a plain one where there are none."""
    known = engine_named(soc.decode_engine)
    if known is not None:
        return known
    return DecodeEngine(
        "", "an engine without fused kernels", _UNFUSED, _UNFUSED_OUTSIDE, LAUNCH_SECONDS[kind],
        Source("Taken to start what llama.cpp starts", "chosen"), "assumed",
    )  # fmt: skip
