"""The LLM compiler: safetensors or GGUF to tokens on AArch64, in seven stages."""
