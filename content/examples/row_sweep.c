/* Add the rows of a matrix together, in the order in which memory holds them. */
enum { COLUMNS = 256 };

void add_rows(float total[restrict COLUMNS], const float matrix[][COLUMNS], int rows) {
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            total[column] += matrix[row][column];
        }
    }
}
