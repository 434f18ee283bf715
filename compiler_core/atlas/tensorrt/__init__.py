"""TensorRT's commands as its makers document them, beside what our own builder does for each."""
