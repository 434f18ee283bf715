"""Kernels under the ceilings of a chip: stage by stage, as the chip allows and as modelled."""
