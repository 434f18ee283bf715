int {name}(const int *a, int n, int limit) {
    for (int i = 0; i < n; i++)
        if (a[i] > limit)
            return 1;
    return 0;
}
