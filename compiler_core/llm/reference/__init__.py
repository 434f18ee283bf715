"""The numpy reference: what a model's numbers mean, in float32 and in the engine's integers."""
