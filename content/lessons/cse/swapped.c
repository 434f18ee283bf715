float order(float a, float b, float c) {
    return ((a + b) + c) * (c + (b + a));
}
