void {name}(const {type} *a, int n, {type} *restrict s) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
