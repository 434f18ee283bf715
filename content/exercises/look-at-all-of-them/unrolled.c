int {name}(const int *a, int n, int limit) {
    for (int i = 0; i + 1 < n; i += 2)
        if (a[i] > limit || a[i + 1] > limit)
            return 1;
    return 0;
}
