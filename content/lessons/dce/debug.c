enum { DEBUG = 0 };
int puts(const char *);
void scale(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (DEBUG)
            puts("another one");
        a[i] *= 3;
    }
}
