float scale(float x, float k) {
    return x * k + 1.0f;
}
