#pragma omp declare simd notinbranch
float gain(float x);
void amplify(float *restrict c, const float *restrict a, int n) {
    #pragma omp simd
    for (int i = 0; i < n; i++)
        c[i] = gain(a[i]);
}
