/* y = a·x + y, an element a thread. */
__attribute__((nvptx_kernel))
void kernel(float *PROMISE y, const float *PROMISE x, float a, int n)
{
    int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x()
          + __nvvm_read_ptx_sreg_tid_x();
    if (i < n)
        y[i] = a * x[i] + y[i];
}
