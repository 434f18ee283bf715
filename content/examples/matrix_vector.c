/* Each row of a matrix times a vector: a sum inside a loop. */
void matrix_vector(int *restrict out, const int *restrict matrix, const int *restrict vector,
                   int rows, int columns) {
    for (int row = 0; row < rows; row++) {
        int total = 0;
        for (int column = 0; column < columns; column++) {
            total += matrix[row * columns + column] * vector[column];
        }
        out[row] = total;
    }
}
