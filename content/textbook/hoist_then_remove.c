/* Two values that never change: one is needed, one is not. */
void shift(int *restrict B, const int *restrict A, int n, int c) {
    for (int i = 0; i < n; i++) {
        int k = n * 4;
        int dead = c * c;
        B[i] = A[i] + k;
    }
}
