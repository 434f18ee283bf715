"""From a PyTorch module to ONNX, by PyTorch itself in another process; and what can go wrong."""
