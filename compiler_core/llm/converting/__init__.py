"""From safetensors to GGUF: names, order of rows, types, metadata, and a record of each tensor."""
