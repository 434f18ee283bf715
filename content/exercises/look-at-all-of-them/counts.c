int {name}(const int *a, int n, int limit) {
    int above = 0;
    for (int i = 0; i < n; i++)
        above += a[i] > limit ? 1 : 0;
    return above != 0;
}
