"""The memory plan: which tensor lies where in one arena, and for how long.

Liveness comes from the order of the kernels, offsets from a planner chosen by name, in-place reuse
from what a kernel reads and writes. Everything here is plain data; no kernel runs.
"""

from compiler_core.graph.planning.arena_picture import ArenaPicture, KernelMemory, arena_picture
from compiler_core.graph.planning.in_place import in_place_of
from compiler_core.graph.planning.liveness import buffers_of
from compiler_core.graph.planning.plan import PLANNERS, Planner, plan_memory, plan_model
from compiler_core.graph.sizes import sizes_of

__all__ = [
    "PLANNERS",
    "ArenaPicture",
    "KernelMemory",
    "Planner",
    "arena_picture",
    "buffers_of",
    "in_place_of",
    "plan_memory",
    "plan_model",
    "sizes_of",
]
