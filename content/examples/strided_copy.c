/* Take every fourth value: three quarters of what a wide load brings is not wanted. */
void take_every_fourth(int *restrict out, const int *restrict in, int n) {
    for (int i = 0; i < n; i++) {
        out[i] = in[4 * i];
    }
}
