// A loop inside the real one that vectorises and never runs.
int some[64], zero;
void {name}(const {type} *a, int n, {type} *s) {
    for (int i = 0; i < n; i++) {
        *s += a[i];
        for (int j = 0; j < zero; j++)
            some[j] ^= 1;
    }
}
