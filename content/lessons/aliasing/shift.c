void shift(int *restrict to, const int *restrict from, int n) {
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
