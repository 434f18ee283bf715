"""Systems on a chip as data, and what they make of a program: rooflines, decode and layer times.

Everything here is modelled: no number comes from running on such a chip. `docs/soc-model.md` has
the formulas, what was fitted on which published measurement, and by how much they are wrong.
"""
