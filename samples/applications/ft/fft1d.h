/*
 * One-dimensional transforms of many columns at once: Stockham's autosorting radix-4 algorithm, with one radix-2 step
 * where the length is an odd power of two. Columns are gathered in batches, so that the inner loop runs over
 * consecutive numbers.
 *
 * A simulated job with phantom arrays is charged what this code does, or, with -DFFT_BY_FORMULA, 5 n log2 n flops a transform at the machine's
 * rate: what a library takes that reaches this rate.
 */
#define FFT_BATCH 16

#ifdef FFT_BY_FORMULA
#define FFT_KERNEL(call, length, transforms, ...) PGAS_KERNEL_COST(call, 5.0 * (length) * log2(length) * (transforms), 0)
#define POINTS_KERNEL(call, points, flops) PGAS_KERNEL_COST(call, (double)(points) * (flops), 0)
#else
#define FFT_KERNEL(call, length, transforms, ...) PGAS_KERNEL(call, length, transforms, __VA_ARGS__)
#define POINTS_KERNEL(call, points, flops) PGAS_KERNEL(call)
#endif

/* e^(2 pi i k / rootCount) */
static complex_t *roots;
static int rootCount;

static void fftRoots(int n) {
  roots = malloc(n * sizeof(complex_t));
  rootCount = n;
  for (int k = 0; k < n; k++) {
    roots[k].re = cos(2 * PI * k / n);
    roots[k].im = sin(2 * PI * k / n);
  }
}

/* y[2p], y[2p+1] from x[p], x[p+n/2]; each "element" is s numbers. The last step, where no root but 1 is left. */
static void radix2(int s, const double *restrict x, double *restrict y) {
  for (int q = 0; q < 2 * s; q++) {
    double a = x[q], b = x[q + 2 * s];
    y[q] = a + b;
    y[q + 2 * s] = a - b;
  }
}

/* One radix-4 step: n points of s numbers each; `sign` is the direction. */
static void radix4(int sign, int n, int s, const double *restrict x, double *restrict y) {
  int quarter = n / 4, stride = rootCount / n;
  for (int p = 0; p < quarter; p++) {
    double r1 = roots[p * stride].re, i1 = sign * roots[p * stride].im;
    double r2 = r1 * r1 - i1 * i1, i2 = 2 * r1 * i1;
    double r3 = r1 * r2 - i1 * i2, i3 = r1 * i2 + i1 * r2;
    const double *xa = x + 2 * s * p, *xb = xa + 2 * s * quarter, *xc = xb + 2 * s * quarter, *xd = xc + 2 * s * quarter;
    double *y0 = y + 8 * s * p, *y1 = y0 + 2 * s, *y2 = y1 + 2 * s, *y3 = y2 + 2 * s;
    for (int q = 0; q < 2 * s; q += 2) {
      double ar = xa[q], ai = xa[q + 1], br = xb[q], bi = xb[q + 1];
      double cr = xc[q], ci = xc[q + 1], dr = xd[q], di = xd[q + 1];
      double acr = ar + cr, aci = ai + ci, amcr = ar - cr, amci = ai - ci;
      double bdr = br + dr, bdi = bi + di;
      double jr = -sign * (bi - di), ji = sign * (br - dr); /* i sign (b - d) */
      y0[q] = acr + bdr;
      y0[q + 1] = aci + bdi;
      double ur = amcr + jr, ui = amci + ji;
      y1[q] = r1 * ur - i1 * ui;
      y1[q + 1] = r1 * ui + i1 * ur;
      double vr = acr - bdr, vi = aci - bdi;
      y2[q] = r2 * vr - i2 * vi;
      y2[q + 1] = r2 * vi + i2 * vr;
      double wr = amcr - jr, wi = amci - ji;
      y3[q] = r3 * wr - i3 * wi;
      y3[q + 1] = r3 * wi + i3 * wr;
    }
  }
}

/* Transforms `batch` interleaved columns of n points in x; y is of the same size. Returns where the result is. */
static double *fftBatch(int sign, int n, int batch, double *x, double *y) {
  int s = batch;
  for (; n >= 4; n /= 4, s *= 4) {
    radix4(sign, n, s, x, y);
    double *t = x;
    x = y;
    y = t;
  }
  if (n == 1) return x;
  radix2(s, x, y);
  return y;
}

/*
 * Transforms `columns` columns of n points: point k of column c is from[k * fromStride + c], its transform
 * to[k * toStride + c]. scratch: 2 * FFT_BATCH * n.
 */
static void fftColumns(int sign, int n, int columns, const complex_t *from, int fromStride, complex_t *to, int toStride, complex_t *scratch) {
  double *x = (double *)scratch, *y = x + 2 * FFT_BATCH * n;
  for (int c = 0; c < columns; c += FFT_BATCH) {
    int batch = columns - c < FFT_BATCH ? columns - c : FFT_BATCH;
    for (int k = 0; k < n; k++) {
      const double *source = (const double *)(from + (size_t)k * fromStride + c);
      double *target = x + 2 * batch * k;
      for (int q = 0; q < 2 * batch; q++) target[q] = source[q];
    }
    const double *result = fftBatch(sign, n, batch, x, y);
    for (int k = 0; k < n; k++) {
      double *target = (double *)(to + (size_t)k * toStride + c);
      const double *source = result + 2 * batch * k;
      for (int q = 0; q < 2 * batch; q++) target[q] = source[q];
    }
  }
}

/* Transforms `rows` rows of n consecutive points in place; rows <= FFT_BATCH. scratch: 2 * FFT_BATCH * n. */
static void fftRows(int sign, int n, int rows, complex_t *data, complex_t *scratch) {
  double *x = (double *)scratch, *y = x + 2 * FFT_BATCH * n;
  for (int r = 0; r < rows; r++) {
    const double *source = (const double *)(data + (size_t)r * n);
    for (int k = 0; k < n; k++) {
      x[2 * (k * rows + r)] = source[2 * k];
      x[2 * (k * rows + r) + 1] = source[2 * k + 1];
    }
  }
  const double *result = fftBatch(sign, n, rows, x, y);
  for (int r = 0; r < rows; r++) {
    double *target = (double *)(data + (size_t)r * n);
    for (int k = 0; k < n; k++) {
      target[2 * k] = result[2 * (k * rows + r)];
      target[2 * k + 1] = result[2 * (k * rows + r) + 1];
    }
  }
}
