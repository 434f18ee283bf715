int eighth(int x) {
    __attribute__((assume(x >= 0)));
    return x / 8;
}
