"""The atlas page on XLA: a program of jax's, pass by pass, on one device and split over four."""
