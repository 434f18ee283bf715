"""From PTX to the instructions of a chip, by NVIDIA's own second compiler, without a GPU."""
