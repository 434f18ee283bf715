/* The same, in two statements. */
float rest(float a, float b) {
    float square = a * a;
    return square - b;
}
