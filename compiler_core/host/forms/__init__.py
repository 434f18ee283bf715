"""Tables of AArch64 instruction forms, one module per family, joined in `registry.FORMS`.

Source of meanings and syntax: Arm Architecture Reference Manual for A-profile (DDI 0487), C6
(general instructions), C7 (floating point and Advanced SIMD), C8 (SVE).
"""
