/* No sample below the floor. */
void raise(int *samples, int floor_value, int n) {
    for (int i = 0; i < n; i++) {
        int sample = samples[i];
        if (sample < floor_value) {
            sample = floor_value;
        }
        samples[i] = sample;
    }
}
