#define SIZE 64

void multiply(double c[SIZE][SIZE], double a[SIZE][SIZE], double b[SIZE][SIZE]) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++) {
      double sum = 0;
      for (int k = 0; k < SIZE; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
