"""What runs a language model on a chip: how many kernels it starts for a layer, and at what cost.

Kernels are counted in the engines' sources, for a dense Llama block without flash attention. What a
launch costs is assumed; that of CUDA has a document, which gives a range. Of Rockchip's runtime a
document says how long its unit waits for the CPU (`core_waits`). Where documents leave a choice, it
is that of the fit's command (`tests/soc/decode_choice.py`), and a test holds the two together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.content_files import ContentError
from compiler_core.soc.core_waits import CoreWaits, rockchip_waits
from compiler_core.soc.description import SocDescription, Source, UnitKind


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeEngine:
    """An engine, by what it does for each token."""

    name: str
    """In descriptions and tables: `llama.cpp-cpu`."""
    title: str
    """As pages show it, with how it starts kernels."""
    kernels_per_layer: int
    """Started for each layer in one decode step."""
    kernels_outside: int
    """Started outside the layers in one decode step: the last norm, the head."""
    launch_seconds: float
    """Of each kernel's launch, during which the memory is idle."""
    counted_in: Source
    """Where the kernels were counted."""
    launch_reason: str
    """A phrase on why a launch takes that time: `assumed: threads meet after each operation`."""
    launch_source: Source | None = None
    """The document behind `launch_seconds`, None where it is assumed."""
    waits: CoreWaits | None = None
    """Of the unit for the CPU's cores; None where kernels follow each other by themselves."""
    unit_kind: UnitKind = "cpu"
    """Of the unit that the engine runs on."""
    chips: tuple[str, ...] = ()
    """Those it is made for, by how their names begin, none for all."""

    @classmethod
    def from_content(cls, location: str, name: object) -> DecodeEngine:
        """By its name. Raises ContentError."""
        engine = engine_named(str(name))
        if engine is None:
            raise ContentError(f"{location}: {name!r} is no engine.")
        return engine

    def seconds_of_launches(self, layers: int) -> float:
        """Of one step, with the waits for the CPU."""
        kernels = layers * self.kernels_per_layer + self.kernels_outside
        waited = self.waits.seconds_of_step(layers) if self.waits else 0.0
        return kernels * self.launch_seconds + waited

    def on(self, soc: SocDescription) -> DecodeEngine:
        """With the waits that the chip's own cores make."""
        return replace(self, waits=self.waits.on(soc)) if self.waits else self


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
_CUDA_REASON = "chosen by the fit among the 5 to 20 µs that traces usually show"
_CUDA_SECONDS = 20e-6
_WAITS = rockchip_waits()
_NVIDIA = ("jetson-", "h100", "h200", "b200")

# Norm 2, queries, keys and values 3, rotations 2, cache 2, scores, softmax, mix, copy, output, sum;
# norm 2, gate and up 2, activation, product, down, sum. Outside: norm 2, head.
_UNFUSED, _UNFUSED_OUTSIDE = 23, 3
ENGINES = (
    DecodeEngine(
        name="llama.cpp-cpu",
        title="llama.cpp on CPU cores",
        kernels_per_layer=_UNFUSED,
        kernels_outside=_UNFUSED_OUTSIDE,
        launch_seconds=2e-6,
        counted_in=_LLAMA_CPP,
        launch_reason="assumed: threads meet after each operation",
    ),
    DecodeEngine(
        # CUDA also quantises the input of each of the seven products, and of the head's.
        name="llama.cpp-cuda",
        title="llama.cpp with CUDA, each kernel launched by itself",
        kernels_per_layer=_UNFUSED + 7,
        kernels_outside=_UNFUSED_OUTSIDE + 1,
        launch_seconds=_CUDA_SECONDS,
        counted_in=_LLAMA_CPP,
        launch_reason=_CUDA_REASON,
        launch_source=_CUDA_LAUNCHES,
        unit_kind="gpu",
        chips=_NVIDIA,
    ),
    DecodeEngine(
        name="llama.cpp-metal",
        title="llama.cpp with Metal",
        kernels_per_layer=_UNFUSED,
        kernels_outside=_UNFUSED_OUTSIDE,
        launch_seconds=5e-6,
        counted_in=_LLAMA_CPP,
        launch_reason="assumed: one command buffer for a step",
        unit_kind="gpu",
        chips=("apple-",),
    ),
    DecodeEngine(
        # Norm, product, rotation, cache, attention, product with sum; norm, product, activation,
        # product with sum.
        name="mlc-cuda",
        title="MLC LLM with CUDA",
        kernels_per_layer=10,
        kernels_outside=2,
        launch_seconds=_CUDA_SECONDS,
        counted_in=_MLC,
        launch_reason=_CUDA_REASON,
        launch_source=_CUDA_LAUNCHES,
        unit_kind="gpu",
        chips=_NVIDIA,
    ),
    DecodeEngine(
        # What a kernel takes to start is not known beside the waits, which are measured with it.
        name="rkllm",
        title="Rockchip's RKLLM",
        kernels_per_layer=_UNFUSED,
        kernels_outside=_UNFUSED_OUTSIDE,
        launch_seconds=0.0,
        counted_in=Source(
            "RKLLM, a closed runtime; taken to start what llama.cpp starts", "chosen"
        ),
        launch_reason="in the waits for the CPU, counted as launches",
        launch_source=_WAITS.source,
        waits=_WAITS,
        unit_kind="npu",
        chips=("rk3588", "rk3576"),
    ),
)
# Assumed, where no engine is named.
LAUNCH_SECONDS: dict[UnitKind, float] = {"cpu": 2e-6, "gpu": 5e-6, "npu": 5e-6}


def engine_named(name: str) -> DecodeEngine | None:
    """None for a name that is not among the engines."""
    return next((engine for engine in ENGINES if engine.name == name), None)


def engine_of(soc: SocDescription, kind: UnitKind) -> DecodeEngine:
    """What the chip's published rows were measured with; a plain one where there are none."""
    known = engine_named(soc.decode_engine)
    if known is not None:
        return known.on(soc)
    return DecodeEngine(
        name="",
        title="an engine without fused kernels",
        kernels_per_layer=_UNFUSED,
        kernels_outside=_UNFUSED_OUTSIDE,
        launch_seconds=LAUNCH_SECONDS[kind],
        counted_in=Source("Taken to start what llama.cpp starts", "chosen"),
        launch_reason="assumed",
    )
