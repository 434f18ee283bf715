unsigned eighth(unsigned x) {
    return x >> 3;
}
