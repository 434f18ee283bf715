"""Small programs before and after a pass, written by hand: what must be said of each is known."""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.host.passes import delta, steps
from compiler_core.host.passes.dump import Dump, DumpLine, Level
from compiler_core.host.passes.steps import PassStep
from compiler_core.toolchain.outcome import Family


def dump(text: str, level: Level, name: str = "before") -> Dump:
    lines = tuple(DumpLine(line) for line in text.strip("\n").split("\n"))
    return Dump(
        number=0,
        pass_name=name,
        level=level,
        unit="f",
        lines=lines,
        edges=edges_of(text) if level == "GIMPLE" else (),
    )


def edges_of(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Where each block goes; GCC prints this beside the text. All blocks here end in a jump."""
    blocks = re.split(r"^<bb (\d+)>:$", text, flags=re.M)[1:]
    pairs = zip(blocks[::2], blocks[1::2], strict=True)
    return tuple((name, tuple(re.findall(r"goto <bb (\d+)>", body))) for name, body in pairs)


def compared(before: str, after: str, level: Level) -> delta.Delta:
    return delta.compare_dumps(dump(before, level), dump(after, level))


def kinds(before: str, after: str, level: Level) -> list[str]:
    """Kinds of the rows that are not the same, in order."""
    return [row.kind for row in compared(before, after, level).rows if row.kind != "same"]


def step(before: str, after: str, level: Level, name: str, family: Family) -> PassStep:
    return steps.steps_of((dump(before, level), dump(after, level, name)), family)[1]


@dataclass(frozen=True)
class Told:
    """A pass with the sentence that its two texts call for."""

    name: str
    family: Family
    level: Level
    before: str
    after: str
    sentence: str


LOOP = """
define void @f(ptr %a, i32 %n, i32 %x) {
entry:
  br label %body

body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %k = mul i32 %x, 3
  %p = getelementptr i32, ptr %a, i32 %i
  %v = load i32, ptr %p, align 4
  %w = add i32 %v, %k
  store i32 %w, ptr %p, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %body, label %exit

exit:
  ret void
}
""".replace("\n\n", "\n")
HOISTED = LOOP.replace("  %k = mul i32 %x, 3\n", "").replace(
    "  br label %body\n", "  %k = mul i32 %x, 3\n  br label %body\n", 1
)
DEAD = LOOP.replace("  %w = add", "  %dead = shl i32 %v, 2\n  %w = add")
VECTOR = LOOP.replace("load i32,", "load <4 x i32>,").replace("add i32 %v", "add <4 x i32> %v")
UNROLLED = LOOP.replace(
    "  %next", "  %v2 = load i32, ptr %p, align 4\n  store i32 %v2, ptr %p, align 4\n  %next", 1
)
STRAIGHT = """
define void @f(ptr %a, i32 %n, i32 %x) {
entry:
  %v = load i32, ptr %a, align 4
  store i32 %v, ptr %a, align 4
  ret void
}
"""
SLOTS = """
define i32 @f(i32 %n) {
entry:
  %n.addr = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  %0 = load i32, ptr %n.addr, align 4
  %1 = load i32, ptr %n.addr, align 4
  %sum = add i32 %0, %1
  ret i32 %sum
}
"""
PROMOTED = """
define i32 @f(i32 %n) {
entry:
  %sum = add i32 %n, %n
  ret i32 %sum
}
"""
CALLS = STRAIGHT.replace("  ret", "  %r = call i32 @g(i32 %n)\n  ret")
GIMPLE = """
<bb 2>:
  if (n_4(D) > 0)
    goto <bb 3>;
  else
    goto <bb 4>;
<bb 3>:
  # i_1 = PHI <i_2(3), 0(2)>
  _5 = *a_6(D);
  _7 = _5 * k_8(D);
  _9 = _7 + _5;
  *a_6(D) = _9;
  i_2 = i_1 + 1;
  if (n_4(D) > i_2)
    goto <bb 3>;
  else
    goto <bb 4>;
<bb 4>:
  return;
"""
FUSED = GIMPLE.replace("  _7 = _5 * k_8(D);\n", "").replace(
    "_9 = _7 + _5;", "_9 = .FMA (_5, k_8(D), _5);"
)
MACHINE = """
bb.0.entry:
  successors: %bb.1
  STRWui killed renamable $w1, renamable $x0, 0 :: (store (s32) into %ir.a)
  STRWui killed renamable $w2, renamable $x0, 1 :: (store (s32) into %ir.b)
  renamable $w3 = ADDWri killed renamable $w4, 1, 0
  B %bb.1
bb.1.exit:
  RET undef $lr
"""
PAIRED = MACHINE.replace(
    "  STRWui killed renamable $w1, renamable $x0, 0 :: (store (s32) into %ir.a)\n", ""
).replace("STRWui killed renamable $w2, renamable $x0, 1", "STPWi $w1, $w2, $x0, 0")
SCHEDULED = """
bb.0.entry:
  successors: %bb.1
  renamable $w3 = ADDWri renamable $w4, 1, 0
  STRWui killed renamable $w1, renamable $x0, 0 :: (store (s32) into %ir.a)
  STRWui killed renamable $w2, renamable $x0, 1 :: (store (s32) into %ir.b)
  B %bb.1
bb.1.exit:
  RET undef $lr
"""
TOLD: tuple[Told, ...] = (
    Told("LICMPass", "clang", "LLVM IR", LOOP, HOISTED, "1 computation moved out of the loop."),
    Told("ADCEPass", "clang", "LLVM IR", DEAD, LOOP,
         "1 statement that nobody needs removed."),
    Told("LoopVectorizePass", "clang", "LLVM IR", LOOP, VECTOR,
         "2 vector operations appear (4 × i32)."),
    Told("LoopUnrollPass", "clang", "LLVM IR", LOOP, UNROLLED,
         "The body is repeated: 1 stores inside loops became 2."),
    Told("LoopFullUnrollPass", "clang", "LLVM IR", LOOP, STRAIGHT,
         "1 loop replaced by straight code."),
    Told("SROAPass", "clang", "LLVM IR", SLOTS, PROMOTED,
         "1 stack slot became values: 2 loads and 1 store of variables are gone."),
    Told("InlinerPass", "clang", "LLVM IR", CALLS, STRAIGHT,
         "1 call replaced by the body of the called function."),
    Told("SimplifyCFGPass", "clang", "LLVM IR", LOOP, STRAIGHT, "2 blocks and 1 branch fewer."),
    Told("EarlyCSEPass", "clang", "LLVM IR", DEAD, LOOP, "1 repeated computation gone."),
    Told("InstCombinePass", "clang", "LLVM IR", DEAD, LOOP,
         "1 statement fewer for the same result."),
    Told("widening_mul", "gcc", "GIMPLE", GIMPLE, FUSED,
         "1 multiplication fused with an addition."),
    Told("x (aarch64-ldst-opt)", "clang", "machine IR", MACHINE, PAIRED,
         "1 load or store fewer: neighbours became pairs."),
    Told("x (machine-scheduler)", "clang", "machine IR", MACHINE, SCHEDULED,
         "1 instruction changed places."),
)  # fmt: skip
