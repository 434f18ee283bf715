"""Shapes and element types of every value, in Python, for static shapes.

ONNX's own inference is native code; on a file from a stranger that would be a risk without need.
Each operator has a rule; small constants are carried along, because shapes are computed from them.
"""
