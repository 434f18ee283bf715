// The whole function by hand.
__asm__(".globl {name}\ntotal:\n mov w9, wzr\n ret");
void {name}(const int *a, int n, int *s);
void unused(const int *a, int n, int *s) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
