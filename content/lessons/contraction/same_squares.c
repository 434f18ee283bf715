/* A number's square less itself. */
float nothing(float a, float b) {
    return a * a - b * b;
}
