"""Words of the profiling exercise of a C loop."""

from __future__ import annotations

from compiler_core.soc.profiling.loops.binding import LoopBottleneck
from compiler_core.soc.profiling.loops.choices import LoopBasis
from compiler_core.soc.profiling.loops.comparing import Guess
from compiler_core.soc.profiling.loops.measured import InstructionClass

LOOP_IDEAS = {
    1: "Where do the instructions go? A few lines usually take nearly all of them, and the classes "
    "say what for: work on data, or counting and moving around it.",
    2: "What would bind this loop on one core of the chip? The core takes in so many instructions "
    "a cycle, a round may wait for the one before, and bytes come from a memory. The longest "
    "binds; making another shorter changes nothing.",
    3: "Change one thing: a flag, or the source. What the compiler's own verdict on the hottest "
    "loop names stands first.",
    4: "First say what will happen, then look. Instructions and output are measured; time on the "
    "chip is modelled.",
    5: "Keep what helped, go back from what did not, and begin the loop again. Two changes that do "
    "not help alone may help together.",
}
LOOP_BOUND_WORDS: dict[LoopBottleneck, str] = {
    "issue": "issue: the number of instructions",
    "chain": "chain: each round waits for the one before",
    "lanes": "lanes: the pipelines that compute",
    "memory": "memory: bytes that come from it",
}
CLASS_NAMES: dict[InstructionClass, str] = {
    "load": "loads",
    "store": "stores",
    "branch": "branches",
    "vector": "vectors (NEON, SVE)",
    "float": "single floating-point numbers",
    "integer": "integers: counting, indices",
}
GUESS_WORDS: dict[Guess, str] = {
    "fewer": "fewer instructions",
    "same": "as many as before",
    "more": "more instructions",
}
LOOP_BASIS_WORDS: dict[LoopBasis, str] = {
    "verdict": "the compiler's verdict on this loop",
    "usual": "worth a try on any loop",
}
