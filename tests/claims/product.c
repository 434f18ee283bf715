float product(float x, float k) {
    return x * k;
}
