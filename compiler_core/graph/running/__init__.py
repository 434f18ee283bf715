"""Build a bundle with the cross compiler, run it under the emulator, count and compare."""
