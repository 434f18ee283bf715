// One template, two functions: the width of the element decides how many fit a register.
template <typename Number>
void axpy(Number *__restrict y, const Number *__restrict x, Number a, int n) {
    for (int i = 0; i < n; i++) {
        y[i] += a * x[i];
    }
}

template void axpy<float>(float *, const float *, float, int);
template void axpy<double>(double *, const double *, double, int);
