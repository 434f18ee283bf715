/* Keep every sample between two bounds. */
void clamp(int *samples, int low, int high, int n) {
    for (int i = 0; i < n; i++) {
        int sample = samples[i];
        sample = sample < low ? low : sample;
        samples[i] = sample > high ? high : sample;
    }
}
