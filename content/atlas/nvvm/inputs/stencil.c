/* Each element from three of the input, an element a thread. */
__attribute__((nvptx_kernel))
void kernel(float *PROMISE y, const float *PROMISE x, float a, int n)
{
    int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x()
          + __nvvm_read_ptx_sreg_tid_x();
    if (i > 0 && i < n - 1)
        y[i] = a * x[i - 1] + x[i] + a * x[i + 1];
}
