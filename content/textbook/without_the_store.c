/* A loop that works hard and keeps nothing. */
void forget(const int *a, int n, int c) {
    for (int i = 0; i < n; i++) {
        int v = a[i];
        int t = v * n;
        int u = t + c;
    }
}
