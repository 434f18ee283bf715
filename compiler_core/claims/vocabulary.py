"""All kinds of expectation, by the key that claims files use."""

from __future__ import annotations

from compiler_core.claims.kinds.code import CODE_KINDS
from compiler_core.claims.kinds.cpus import CPU_KINDS
from compiler_core.claims.kinds.diagnostics import DIAGNOSTIC_KINDS
from compiler_core.claims.kinds.instructions import INSTRUCTION_KINDS
from compiler_core.claims.kinds.kind import Kind
from compiler_core.claims.kinds.layout import LAYOUT_KINDS
from compiler_core.claims.kinds.loops import LOOP_KINDS
from compiler_core.claims.kinds.passes import PASS_KINDS
from compiler_core.claims.kinds.programs import PROGRAM_KINDS
from compiler_core.claims.kinds.results import RESULT_KINDS
from compiler_core.claims.kinds.runs import RUN_KINDS
from compiler_core.claims.kinds.settings import SETTING_KINDS

KINDS: tuple[Kind, ...] = (
    *LOOP_KINDS,
    *CODE_KINDS,
    *INSTRUCTION_KINDS,
    *LAYOUT_KINDS,
    *SETTING_KINDS,
    *PASS_KINDS,
    *RUN_KINDS,
    *RESULT_KINDS,
    *PROGRAM_KINDS,
    *CPU_KINDS,
    *DIAGNOSTIC_KINDS,
)
KIND_BY_NAME: dict[str, Kind] = {kind.name: kind for kind in KINDS}
