int has_nan(const float *a, int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        found |= a[i] != a[i];
    return found;
}
