/* The language has a word for it. */
float rest(float a, float b) {
#pragma STDC FP_CONTRACT OFF
    return a * a - b;
}
