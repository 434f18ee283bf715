int element(const int *a, int i) {
    return a[i];
}
