"""An error function of ours, for a Triton without NVIDIA's libdevice, from which it takes its own.

A library as LLVM reads it. Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: off
by 1.5e-7 at most. Imported by the driver's other files alone.
"""

from __future__ import annotations

import struct

_SCALE = 0.3275911
_FACTORS = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_LOG2_E = 1.4426950408889634


def number(value):
    """A float as LLVM writes one: the bits of the double that equals it."""
    (single,) = struct.unpack("<f", struct.pack("<f", value))
    return f"0x{struct.unpack('<Q', struct.pack('<d', single))[0]:016X}"


def series():
    """a1·t + a2·t² + … + a5·t⁵, the innermost first; its value is %p5."""
    lines, last = [], number(_FACTORS[0])
    for at, factor in enumerate(_FACTORS[1:], 1):
        lines.append(f"  %p{at} = fmul float {last}, %t")
        lines.append(f"  %s{at} = fadd float %p{at}, {number(factor)}")
        last = f"%s{at}"
    return "\n".join((*lines, f"  %p5 = fmul float {last}, %t"))


LIBRARY = f"""\
define float @__nv_erff(float %x) alwaysinline {{
  %size = call float @llvm.fabs.f32(float %x)
  %far = fmul float %size, {number(_SCALE)}
  %below = fadd float %far, {number(1.0)}
  %t = fdiv float {number(1.0)}, %below
{series()}
  %square = fmul float %x, %x
  %power = fmul float %square, {number(-_LOG2_E)}
  %falls = call float @llvm.nvvm.ex2.approx.f(float %power)
  %rest = fmul float %p5, %falls
  %near = fsub float {number(1.0)}, %rest
  %erf = call float @llvm.copysign.f32(float %near, float %x)
  ret float %erf
}}
declare float @llvm.fabs.f32(float)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.nvvm.ex2.approx.f(float)
"""
