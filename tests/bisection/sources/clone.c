/* A function of which one caller fixes an argument. */
static __attribute__((noinline)) long scaled_sum(const long *values, int n, int shift) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += values[i] << shift;
        sum ^= sum >> (shift + 1);
        sum += (long)shift * i;
        if (shift > 8)
            sum -= values[i] * shift;
    }
    return sum;
}

long hot(const long *values, int n) {
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += scaled_sum(values, i, 3);
    return sum;
}

long other(const long *values, int n, int shift) {
    return scaled_sum(values, n, shift);
}
