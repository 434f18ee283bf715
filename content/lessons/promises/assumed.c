int eighth(int x) {
    __builtin_assume(x >= 0);
    return x / 8;
}
