/* Add up one column after another: each step jumps over a whole row. */
enum { COLUMNS = 256 };

void sum_columns(long *restrict totals, int matrix[][COLUMNS], int rows) {
    for (int column = 0; column < COLUMNS; column++) {
        long total = 0;
        for (int row = 0; row < rows; row++) {
            total += matrix[row][column];
        }
        totals[column] = total;
    }
}
