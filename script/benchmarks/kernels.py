"""Rows of whole networks: executed instructions for each multiply-accumulate, by precision.

A kernel's instructions are counted in the emulator for one inference. The multiply-accumulates are
those of convolutions and matrix products alone; an average that the integer form computes as one
counts among them. `python -m script.benchmarks.kernels NET PRECISION` prints
every kernel of a net.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from compiler_core.graph.compile import compile_model
from compiler_core.graph.emission.kernel_work import kernel_operations
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.settings import CompileSettings, Precision
from compiler_core.graph.source_model import source_model
from script.benchmarks.measurement import Measurement
from script.benchmarks.whole_nets import WHOLE_NETS

# Instructions per multiply-accumulate that a net may take: fp32 and int8.
LIMITS = {
    "mobile": (0.36, 0.17), "squeeze": (0.32, 0.11), "yolo": (0.32, 0.11), "unet": (0.38, 0.17),
    "vit": (0.38, 0.17),
}  # fmt: skip
PRECISIONS: tuple[Precision, Precision] = ("fp32", "int8")
_PRODUCTS = ("Conv", "ConvInteger", "ConvTranspose", "Gemm", "MatMul", "MatMulInteger")


@dataclass(frozen=True, slots=True)
class KernelFigure:
    """One kernel. products: multiply-accumulates, 0 for one without."""

    operators: tuple[str, ...]
    tactic: str
    instructions: int
    products: int


def kernel_figures(net: str, precision: Precision) -> tuple[KernelFigure, ...]:
    """Compile and count. Raises RuntimeError when the program does not agree with the reference."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "net.onnx"
        path.write_bytes(WHOLE_NETS[net]().SerializeToString())
        settings = CompileSettings(precision=precision)
        source = source_model(str(path), settings)
        compiled = compile_model(source, settings, inputs_of(source))
    details, artifact = compiled.results[-1].details, compiled.state.artifact
    if not isinstance(details, RunDetails) or artifact is None or not compiled.agrees:
        raise RuntimeError(f"{net} in {precision} does not agree: {compiled.results[-1].metrics}")
    nodes = {node.name: node for node in compiled.state.model.graph}
    products = {
        kernel.function: kernel_operations(
            [nodes[name] for name in kernel.nodes if nodes[name].op_type in _PRODUCTS]
        )
        // 2
        for kernel in artifact.manifest.kernels
    }
    return tuple(
        KernelFigure(
            count.operators, count.tactic, count.tally.executions, products[count.function]
        )
        for count in details.result.kernels
    )


def _row(net: str, precision: Precision, limit: float) -> Callable[..., Awaitable[Measurement]]:
    async def measure(host: str, port: int) -> Measurement:
        """The server has no part in it."""
        del host, port
        figures = kernel_figures(net, precision)
        instructions = sum(figure.instructions for figure in figures)
        products = sum(figure.products for figure in figures)
        ratio = instructions / products
        return Measurement(
            what=f"{net} net in {precision}, one inference",
            ours=f"{instructions:,} instructions",
            other=f"{products:,} multiply-accumulates",
            ratio=f"{ratio:.3f}",
            limit=f"at most {limit:.2f}",
            met=ratio <= limit,
        )

    return measure


KERNEL_ROWS = tuple(
    (f"kernels-{net}-{precision}", _row(net, precision, limit))
    for net, limits in LIMITS.items()
    for precision, limit in zip(PRECISIONS, limits, strict=True)
)


def print_kernels(net: str, precision: Precision) -> None:
    """One line for each kernel: instructions, products, their ratio, tactic and operators."""
    figures = kernel_figures(net, precision)
    for figure in figures:
        ratio = f"{figure.instructions / figure.products:.3f}" if figure.products else "-"
        words = " ".join(figure.operators)
        print(
            f"{figure.instructions:>12,} {figure.products:>12,} {ratio:>8} {figure.tactic} {words}"
        )
    total = sum(figure.instructions for figure in figures)
    print(f"{total:,} / {sum(figure.products for figure in figures):,}")


if __name__ == "__main__":
    wanted = PRECISIONS[sys.argv[2] == "int8"]
    print_kernels(sys.argv[1], wanted)
