unsigned spread(const unsigned *a, int n) {
    unsigned high = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > high)
            high = a[i];
    return high;
}
