/* Points stored one after another: x, y and z lie between each other. */
struct point {
    float x, y, z;
};

void move_right(struct point *points, float distance, int n) {
    for (int i = 0; i < n; i++) {
        points[i].x += distance;
    }
}
