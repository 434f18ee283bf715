/* Add only where the mask says so: a store that must not happen elsewhere. */
void add_where(int *restrict out, const int *restrict in, const int *restrict mask, int n) {
    for (int i = 0; i < n; i++) {
        if (mask[i] != 0) {
            out[i] += in[i];
        }
    }
}
