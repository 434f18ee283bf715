"""The same step in three compilers: the textbook one, GCC and Clang."""
