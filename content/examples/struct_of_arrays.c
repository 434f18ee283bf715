/* The same points, all x together: the loop touches only what it needs. */
struct points {
    float *x, *y, *z;
};

void move_right(struct points points, float distance, int n) {
    for (int i = 0; i < n; i++) {
        points.x[i] += distance;
    }
}
