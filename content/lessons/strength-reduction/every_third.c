unsigned checksum(const unsigned *x, unsigned n, unsigned buckets) {
    unsigned s = 0;
    for (unsigned i = 0; i < n; i++)
        s += x[i] * (i % buckets);
    return s;
}
