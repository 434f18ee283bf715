int element(const int *a, long i) {
    return a[i];
}
