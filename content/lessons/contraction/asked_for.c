/* One rounding, by name. */
float rest(float a, float b) {
    return __builtin_fmaf(a, a, -b);
}
