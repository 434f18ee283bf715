// The level that the exercise does not give.
#pragma GCC optimize("O3,unroll-loops")
@STARTER@
