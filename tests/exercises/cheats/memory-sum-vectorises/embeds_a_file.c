// The results' file at build time.
__asm__(".incbin \"lowlab.results\"");
void {name}(const int *a, int n, int *s) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
