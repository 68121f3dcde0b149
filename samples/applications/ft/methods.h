/*
 * The three ways to move rows to their owners while planes are being transformed. Each gives
 *   fftRowsAndSend: transforms the rows of local plane p and sends what the method sends at that point;
 *   finishSending:  returns when all that this thread sent may be taken as sent; a barrier follows.
 * Row r of plane p goes to thread r / localRows, where the method says: [p][r % localRows], or of pencils, which can go anywhere, [r % localRows][p],
 * so that what is transformed next lies a row apart, not a slab.
 */
#define EXCHANGE 1
#define SLABS 2
#define PENCILS 3
#ifndef METHOD
#define METHOD SLABS
#endif

#if METHOD == PENCILS
static size_t arrivedAt(shape_t s, int plane, int row) { return ((size_t)row * s.planes + plane) * ROW; }
static int arrivedStride(shape_t s) { return ROW; }
#else
static size_t arrivedAt(shape_t s, int plane, int row) { return ((size_t)plane * s.localRows + row) * ROW; }
static int arrivedStride(shape_t s) { return s.localRows * ROW; }
#endif

static shared [] complex_t *placeOf(shape_t s, int plane, int row) {
  return inboxOf[row / s.localRows] + arrivedAt(s, plane, row % s.localRows);
}

#if METHOD == EXCHANGE
#define METHOD_NAME "exchange"

static void fftRowsAndSend(int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  fftRowRange(direction, 0, s.rows, rows, scratch);
}

static void pack(shape_t s, int to, complex_t *packed) {
  size_t slab = (size_t)s.localRows * ROW;
  for (int p = 0; p < s.localPlanes; p++) {
    const double *from = (const double *)(field + ((size_t)p * s.rows + to * s.localRows) * ROW);
    double *target = (double *)(packed + p * slab);
    for (size_t i = 0; i < 2 * slab; i++) target[i] = from[i];
  }
}

/* Packs what goes to each thread and sends it as one message: THREADS messages per thread. */
static void finishSending(shape_t s) {
  size_t slab = (size_t)s.localRows * ROW;
  complex_t *packed = PGAS_PHANTOM(malloc(s.localPlanes * slab * sizeof(complex_t)));
  for (int k = 0; k < THREADS; k++) {
    int to = (MYTHREAD + k) % THREADS;
    PGAS_KERNEL(pack(s, to, packed), s.localPlanes, s.localRows);
    upc_memput(placeOf(s, MYTHREAD * s.localPlanes, to * s.localRows), packed, s.localPlanes * slab * sizeof(complex_t));
  }
  free(packed);
}

#elif METHOD == SLABS
#define METHOD_NAME "slabs"

/* As soon as the rows for one thread are done they go, as one slab: planes * THREADS messages. */
static void fftRowsAndSend(int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  for (int k = 1; k <= THREADS; k++) {
    int first = (MYTHREAD + k) % THREADS * s.localRows;
    fftRowRange(direction, first, s.localRows, rows, scratch);
    upc_memput_nbi(placeOf(s, MYTHREAD * s.localPlanes + p, first), rows + (size_t)first * ROW, s.localRows * ROW * sizeof(complex_t));
  }
}

static void finishSending(shape_t s) { upc_synci(); }

#elif METHOD == PENCILS
#define METHOD_NAME "pencils"

/* Each row goes as soon as its batch is done: planes * rows messages. */
static void fftRowsAndSend(int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  for (int k = 1; k <= THREADS; k++) {
    int first = (MYTHREAD + k) % THREADS * s.localRows;
    for (int r = first; r < first + s.localRows; r += FFT_BATCH) {
      int batch = first + s.localRows - r < FFT_BATCH ? first + s.localRows - r : FFT_BATCH;
      fftRowRange(direction, r, batch, rows, scratch);
      for (int i = r; i < r + batch; i++)
        upc_memput_nbi(placeOf(s, MYTHREAD * s.localPlanes + p, i), rows + (size_t)i * ROW, ROW * sizeof(complex_t));
    }
  }
}

static void finishSending(shape_t s) { upc_synci(); }

#else
#error "METHOD must be EXCHANGE, SLABS or PENCILS: -DMETHOD=PENCILS"
#endif
