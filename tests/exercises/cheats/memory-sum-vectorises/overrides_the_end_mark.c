// A second definition of the driver's mark.
void lowlab_end(void) {}
void {name}(const int *a, int n, int *s) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
