/* A thread computes TILE x TILE elements of a product and keeps all their sums at hand. */
__attribute__((nvptx_kernel))
void kernel(float *PROMISE c, const float *PROMISE a, const float *PROMISE b, int n)
{
    int row = TILE * __nvvm_read_ptx_sreg_ctaid_x(), column = TILE * __nvvm_read_ptx_sreg_tid_x();
    float sums[TILE][TILE] = {{0}};
    for (int k = 0; k < n; k++)
#pragma unroll
        for (int i = 0; i < TILE; i++)
#pragma unroll
            for (int j = 0; j < TILE; j++)
                sums[i][j] += a[(row + i) * n + k] * b[k * n + column + j];
#pragma unroll
    for (int i = 0; i < TILE; i++)
#pragma unroll
        for (int j = 0; j < TILE; j++)
            c[(row + i) * n + column + j] = sums[i][j];
}
