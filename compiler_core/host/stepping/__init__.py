"""One recorded run of a loop, instruction by instruction, to be scrubbed forwards and back."""
