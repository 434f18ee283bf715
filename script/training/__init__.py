"""How the shipped nets were made: trained on the drawn signs with PyTorch, exported to ONNX."""
