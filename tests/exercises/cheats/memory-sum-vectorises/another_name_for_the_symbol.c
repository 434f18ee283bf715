// An assembler name that is the driver's.
extern void finish(void) __asm__("lowlab_end");
void {name}(const int *a, int n, int *s) {
    finish();
    for (int i = 0; i < n; i++)
        *s += a[i];
}
