// Both on one line, so that a line number does not tell them apart.
void {name}(const int *a, int n, int *s) {
    int some = 0; for (int i = 0; i < n; i++) some ^= a[i]; for (int i = 0; i < n; i++) *s += a[i];
    *s += some & 0;
}
