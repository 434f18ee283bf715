/* Running totals: every result needs the one before it. */
void prefix_sum(int *values, int n) {
    for (int i = 1; i < n; i++) {
        values[i] += values[i - 1];
    }
}
