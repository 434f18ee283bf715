"""DMA and ping-pong buffers by two passes of MLIR, replayed from what it prints."""
