// A function that takes a function: after inlining no call is left in the loop.
#include <cstddef>

template <typename Function>
static void for_each(int *values, std::size_t n, Function function) {
    for (std::size_t i = 0; i < n; i++) {
        values[i] = function(values[i]);
    }
}

void scale_and_shift(int *values, std::size_t n, int factor, int shift) {
    for_each(values, n, [=](int value) { return value * factor + shift; });
}
