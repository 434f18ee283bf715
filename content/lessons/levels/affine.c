float affine(float a, float x, float b) {
    return a * x + b;
}
