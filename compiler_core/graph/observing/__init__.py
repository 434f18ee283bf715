"""Values seen inside a model as it runs, and the ranges that are recorded of them."""
