unsigned spread(const unsigned *a, int n) {
    unsigned high = *a, low = *a;
    for (const unsigned *p = a + 1, *end = a + n; p < end; p++) {
        unsigned value = *p;
        high = value > high ? value : high;
        low = value < low ? value : low;
    }
    return high - low;
}
