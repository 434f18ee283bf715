"""A bundle to an AArch64 program, by the cross compiler in the jail."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.errors import ToolMissing
from compiler_core.graph.artifact import Artifact
from compiler_core.graph.emission.surroundings import COMPILE_FLAGS
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import OWN_BUILD_LIMITS, build_program
from compiler_core.toolchain.discovery import installed_compilers
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.program import Program, Unit

# The object with the kernels is the same for the emulated run and for a board's program.
STEP_FLAGS = ("-DLOWLAB_STEPS",)
_PACKAGE = "gcc-aarch64-linux-gnu"


def default_compiler() -> Compiler:
    """The newest cross GCC. Raises ToolMissing."""
    compilers = [compiler for compiler in installed_compilers() if compiler.family == "gcc"]
    if not compilers:
        raise ToolMissing("The cross GCC", _PACKAGE)
    return compilers[0]


def build_artifact(artifact: Artifact, compiler: Compiler | None = None) -> Program:
    """The linked program, or why there is none. The weights stay outside, as a file.

    Raises ToolMissing, Overloaded and JailBroken.
    """
    main = SourceFile("main.c", artifact.text("main.c"))
    return build_with(artifact, (main,), (), compiler)


def build_with(
    artifact: Artifact,
    sources: Sequence[SourceFile],
    headers: Sequence[tuple[str, bytes]],
    compiler: Compiler | None = None,
) -> Program:
    """The kernels linked with these sources, which find the bundle's header and these beside them.

    Raises as `build_artifact`.
    """
    flags = (*COMPILE_FLAGS, f"-march={artifact.manifest.march}")
    name = artifact.manifest.name
    header = (f"{name}.h", artifact.files[f"{name}.h"])
    kernels = Unit(
        SourceFile(f"{name}.c", artifact.text(f"{name}.c")), flags, STEP_FLAGS, (header,)
    )
    others = [Unit(source, flags, STEP_FLAGS, (header, *headers)) for source in sources]
    return build_program(
        (kernels, *others), compiler or default_compiler(), limits=OWN_BUILD_LIMITS
    )
