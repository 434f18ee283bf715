float product(const float *left, const float *right, int n);
void rows(const float *matrix, const float *vector, float *result, int n) {
    for (int row = 0; row < n; row++)
        result[row] = product(matrix + row * n, vector, n);
}
