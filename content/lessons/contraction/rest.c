/* What is left of a square. */
float rest(float a, float b) {
    return a * a - b;
}
