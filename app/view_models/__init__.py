"""One documented dataclass per page; templates print them and compute nothing."""
