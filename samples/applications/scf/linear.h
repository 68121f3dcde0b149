/* Dense linear algebra for small symmetric matrices, row by row in ordinary arrays. */

/* Eigenvalues and eigenvectors (columns of v) of symmetric a, which is destroyed: Jacobi's cyclic method, sorted upward. */
static void eigen(int n, double *a, double *values, double *v) {
  for (int i = 0; i < n * n; i++) v[i] = i % (n + 1) == 0;
  for (int sweep = 0; sweep < 100; sweep++) {
    double off = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++) off += a[i * n + j] * a[i * n + j];
    if (off < 1e-26) break;
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) {
        if (fabs(a[p * n + q]) < 1e-300) continue;
        double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
        double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
        double c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < n; k++) {
          double x = a[k * n + p], y = a[k * n + q];
          a[k * n + p] = c * x - s * y;
          a[k * n + q] = s * x + c * y;
        }
        for (int k = 0; k < n; k++) {
          double x = a[p * n + k], y = a[q * n + k];
          a[p * n + k] = c * x - s * y;
          a[q * n + k] = s * x + c * y;
        }
        for (int k = 0; k < n; k++) {
          double x = v[k * n + p], y = v[k * n + q];
          v[k * n + p] = c * x - s * y;
          v[k * n + q] = s * x + c * y;
        }
      }
  }
  for (int i = 0; i < n; i++) values[i] = a[i * n + i];
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (values[j] < values[least]) least = j;
    double swap = values[i];
    values[i] = values[least];
    values[least] = swap;
    for (int k = 0; k < n; k++) {
      swap = v[k * n + i];
      v[k * n + i] = v[k * n + least];
      v[k * n + least] = swap;
    }
  }
}

/* c = a b, or a^T b */
static void multiply(int n, const double *a, const double *b, double *c, int transposeA) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += (transposeA ? a[k * n + i] : a[i * n + k]) * b[k * n + j];
      c[i * n + j] = sum;
    }
}

/* a^(-1/2) of a positive symmetric matrix, which is destroyed. */
static void inverseSquareRoot(int n, double *a, double *result) {
  double *values = malloc(n * sizeof(double)), *v = malloc(n * n * sizeof(double));
  eigen(n, a, values, v);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += v[i * n + k] * v[j * n + k] / sqrt(values[k]);
      result[i * n + j] = sum;
    }
  free(values);
  free(v);
}
