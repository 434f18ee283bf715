void scale(int *restrict B, const int *restrict A, int n, int c) {
    for (int i = 0; i < n; i++) {
        int k = n * 4;
        int dead = k + 7;
        B[i] = A[i] * k + c;
    }
}
