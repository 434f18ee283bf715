"""The model compiler: an ONNX network to an AArch64 program, in seven stages.

The program is an `onnx_ir.Model` at every stage, and a valid ONNX model, so that an independent
runtime can run what a pass leaves. Nodes have unique names, which are the ids of every trace.
"""
