// Assembly in the name of a section.
__attribute__((section(".text\n\tb lowlab_end\n//"))) int hidden = 1;
void {name}(const int *a, int n, int *s) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
