"""The vocabulary of expectations: each kind reads its argument, says it in words, and judges."""
