unsigned spread(const unsigned *a, int n) {
    unsigned high = a[0], low = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] > high)
            high = a[i];
    for (int i = 1; i < n; i++)
        if (a[i] < low)
            low = a[i];
    return high - low;
}
