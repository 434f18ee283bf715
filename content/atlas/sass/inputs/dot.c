/* A row of a matrix times a vector, a row a thread: a loop is left in each thread. */
__attribute__((nvptx_kernel))
void kernel(float *PROMISE y, const float *PROMISE x, const float *PROMISE w, int n)
{
    int row = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x()
            + __nvvm_read_ptx_sreg_tid_x();
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += w[row * n + i] * x[i];
    y[row] = sum;
}
