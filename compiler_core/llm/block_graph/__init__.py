"""The graph of one transformer block, for prefill and for decode, as a model that runs."""
