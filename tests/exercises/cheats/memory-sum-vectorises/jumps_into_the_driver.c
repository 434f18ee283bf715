// By hand to the driver's mark.
void {name}(const int *a, int n, int *s) {
    __asm__ volatile("adrp x9, lowlab_end\n add x9, x9, :lo12:lowlab_end\n blr x9" ::: "x9", "x30");
    for (int i = 0; i < n; i++)
        *s += a[i];
}
