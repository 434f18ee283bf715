// Add up a std::array: the iterators of the range-for leave nothing behind.
#include <array>

int total(const std::array<int, 32> &values) {
    int sum = 0;
    for (int value : values) {
        sum += value;
    }
    return sum;
}
