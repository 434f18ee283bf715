/* Each row starts where the one before it ended. */
void clear_first_column(int *matrix, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
        matrix[row * columns] = 0;
    }
}
