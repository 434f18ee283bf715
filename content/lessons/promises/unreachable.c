int eighth(int x) {
    if (x < 0)
        __builtin_unreachable();
    return x / 8;
}
