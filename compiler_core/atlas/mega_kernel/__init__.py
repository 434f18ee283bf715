"""One block of a language model as tasks: a kernel for each operator, or one kernel for all."""
