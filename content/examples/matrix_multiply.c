/* Three nested loops; this order lets the innermost one run along two rows. */
enum { SIZE = 64 };

void multiply(float c[restrict][SIZE], const float a[restrict][SIZE],
              const float b[restrict][SIZE]) {
    for (int row = 0; row < SIZE; row++) {
        for (int k = 0; k < SIZE; k++) {
            for (int column = 0; column < SIZE; column++) {
                c[row][column] += a[row][k] * b[k][column];
            }
        }
    }
}
