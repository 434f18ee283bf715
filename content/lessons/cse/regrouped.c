float order(float a, float b, float c) {
    return ((a + b) + c) * (a + (b + c));
}
