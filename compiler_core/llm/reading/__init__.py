"""Headers of model files, read by our own code with limits: GGUF, safetensors, config.json."""
