// Returns past its caller.
void {name}(const int *a, int n, int *s) {
    void **frame = __builtin_frame_address(0);
    frame[1] = (char *)frame[1] + 4;
}
