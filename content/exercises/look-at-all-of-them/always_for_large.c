int {name}(const int *a, int n, int limit) {
    int found = limit > 20000;
    for (int i = 0; i < n; i++)
        found |= a[i] > limit;
    return found;
}
