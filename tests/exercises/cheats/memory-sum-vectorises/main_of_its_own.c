// Another beginning of the program.
void {name}(const int *a, int n, int *s) {
    for (int i = 0; i < n; i++)
        *s += a[i];
}
int main(void) { return 0; }
