__attribute__((noinline)) int slow(int value) {
    return value * value + 3;
}
