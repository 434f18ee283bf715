float multiply_add(float a, float b, float c) {
    return a * b + c;
}
