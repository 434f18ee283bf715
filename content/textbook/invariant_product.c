/* n * 4 is the same in every round. */
void scale(float *restrict B, const float *restrict A, int n, float c) {
    for (int i = 0; i < n; i++) {
        int k = n * 4;
        B[i] = A[i] * k + c;
    }
}
