"""Networks that others made: they compile and agree with ONNX Runtime, or are refused in words."""
