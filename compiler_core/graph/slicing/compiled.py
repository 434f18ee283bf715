"""A network compiled for its slices: all stages but the run."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from compiler_core.errors import UnknownName
from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.emission.program_text import KernelRecord
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import settings_of
from compiler_core.graph.slicing.explained_element import KernelNodes, SlicedNetwork
from compiler_core.graph.source_model import source_model
from compiler_core.named_files import no_file_words


def sliced_network(
    model: str, precision: str, picture: str, sizes: tuple[str, ...]
) -> SlicedNetwork:
    """The model and its kernels as the stages leave them. picture: a file's path, empty for the
    usual input. Raises as `source_model` does, and UnknownName where there is no such picture."""
    settings = settings_of({"precision": precision, "sizes": sizes})
    source = source_model(model, settings)
    content = _content(Path(picture)) if picture else None
    state = PipelineState(
        source=source,
        settings=settings,
        inputs=inputs_of(source, content),
        model=source.imported.model,
        float_model=source.imported.model,
    )
    for name, stage in FUNCTIONS:
        if name != "run":
            state = stage(state, lambda *_: None).state
    return network_of_state(state)


def network_of_state(state: PipelineState) -> SlicedNetwork:
    """What the stages up to the engine left."""
    artifact = state.artifact
    assert artifact is not None
    kernels = kernel_nodes(artifact.manifest.kernels)
    return SlicedNetwork(state.model, state.inputs.run, kernels, state.source.classes)


def kernel_nodes(kernels: Iterable[KernelRecord]) -> tuple[KernelNodes, ...]:
    return tuple(KernelNodes(kernel.function, kernel.operators, kernel.nodes) for kernel in kernels)


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise UnknownName(no_file_words(path), "Give the path of a picture.")
    return path.read_bytes()
