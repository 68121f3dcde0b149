/*
 * The three ways to move rows to their owners by messages. Each gives
 *   expect:         begins receives of all that comes;
 *   fftRowsAndSend: transforms the rows of local plane p and sends what the method sends at that point;
 *   finishSending:  returns when all has come and may be changed.
 */
#define EXCHANGE 1
#define SLABS 2
#define PENCILS 3
#ifndef METHOD
#define METHOD SLABS
#endif

/* Where rows arrive: [p][r], or of pencils [r][p], as in methods.h. */
static complex_t *inbox;
#if METHOD == PENCILS
static size_t arrivedAt(shape_t s, int plane, int row) { return ((size_t)row * s.planes + plane) * ROW; }
static int arrivedStride(shape_t s) { return ROW; }
#else
static size_t arrivedAt(shape_t s, int plane, int row) { return ((size_t)plane * s.localRows + row) * ROW; }
static int arrivedStride(shape_t s) { return s.localRows * ROW; }
#endif
/* Of ROW numbers. */
static MPI_Datatype row;

static void *allocate(size_t bytes) {
  void *memory = malloc(bytes);
  if (memory == NULL) {
    fprintf(stderr, "ft: rank %d: no room for %zu bytes\n", me, bytes);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

#if METHOD == EXCHANGE
#define METHOD_NAME "exchange"

static void expect(shape_t s) {}

static void fftRowsAndSend(int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  fftRowRange(direction, 0, s.rows, rows, scratch);
}

static void pack(shape_t s, complex_t *packed) {
  size_t slab = (size_t)s.localRows * ROW;
  for (int to = 0; to < ranks; to++)
    for (int p = 0; p < s.localPlanes; p++) {
      const double *from = (const double *)(field + ((size_t)p * s.rows + to * s.localRows) * ROW);
      double *target = (double *)(packed + ((size_t)to * s.localPlanes + p) * slab);
      for (size_t i = 0; i < 2 * slab; i++) target[i] = from[i];
    }
}

/* Packs what goes to each rank, and all exchange it. */
static void finishSending(shape_t s) {
  complex_t *packed = PGAS_PHANTOM(allocate(ranks * s.localPlanes * (size_t)s.localRows * ROW * sizeof(complex_t)));
  PGAS_KERNEL(pack(s, packed), s.localPlanes, s.localRows);
  int count = s.localPlanes * s.localRows;
  MPI_Alltoall(packed, count, row, inbox, count, row, MPI_COMM_WORLD);
  free(packed);
}

#elif METHOD == SLABS || METHOD == PENCILS

/* Rows of a message, and rows that are transformed before what they fill is sent. */
#if METHOD == SLABS
#define METHOD_NAME "slabs"
static int rowsOfMessage(shape_t s) { return s.localRows; }
static int rowsAtOnce(shape_t s) { return s.localRows; }
#else
#define METHOD_NAME "pencils"
static int rowsOfMessage(shape_t s) { return 1; }
static int rowsAtOnce(shape_t s) { return s.localRows < FFT_BATCH ? s.localRows : FFT_BATCH; }
#endif

/* Receives, then sends. */
static MPI_Request *requests;
static int begun;

/* A message's tag is its number among those of a rank: by plane, then by row. */
static int tagOf(shape_t s, int plane, int row) { return (plane * s.localRows + row) / rowsOfMessage(s); }

static void expect(shape_t s) {
  size_t messages = (size_t)s.localRows / rowsOfMessage(s);
  requests = allocate(messages * (s.planes + s.localPlanes * ranks) * sizeof(MPI_Request));
  begun = 0;
  for (int p = 0; p < s.planes; p++)
    for (int r = 0; r < s.localRows; r += rowsOfMessage(s))
      MPI_Irecv(inbox + arrivedAt(s, p, r), rowsOfMessage(s), row, p / s.localPlanes, tagOf(s, p, r), MPI_COMM_WORLD, &requests[begun++]);
}

static void fftRowsAndSend(int direction, shape_t s, int p, complex_t *rows, complex_t *scratch) {
  for (int k = 1; k <= ranks; k++) {
    int to = (me + k) % ranks, first = to * s.localRows;
    for (int r = first; r < first + s.localRows; r += rowsAtOnce(s)) {
      fftRowRange(direction, r, rowsAtOnce(s), rows, scratch);
      for (int i = r; i < r + rowsAtOnce(s); i += rowsOfMessage(s))
        MPI_Isend(rows + (size_t)i * ROW, rowsOfMessage(s), row, to, tagOf(s, me * s.localPlanes + p, i - first), MPI_COMM_WORLD, &requests[begun++]);
    }
  }
}

static void finishSending(shape_t s) {
  MPI_Waitall(begun, requests, MPI_STATUSES_IGNORE);
  free(requests);
}

#else
#error "METHOD must be EXCHANGE, SLABS or PENCILS: -DMETHOD=PENCILS"
#endif
