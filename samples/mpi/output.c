/*
 * Parallel output by MPI-IO: a two-dimensional field, of which each rank has a block with a border, is written into one file by all together, and read back by
 * bands of rows.
 *
 *     pgasc run samples/mpi/output.c -n 4 [rows [columns]]
 *
 * The ranks form a grid as square as can be. A rank's view of the file is its part of the whole array (MPI_Type_create_subarray); the memory's datatype leaves the
 * border out. So one collective call writes the file in the order of the whole array, whatever the grid is, behind a header that says the extents. Whoever
 * reads it needs to know nothing of the grid: here the ranks take bands of rows. Check: the header, the size of the file, every element that was read, and
 * the sum over all ranks.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define BORDER 1

static int me, size, rows = 300, columns = 200, errors;
static char path[4096];

/* The part [first, first + length) of n that is dealt in blocks. */
typedef struct {
  int first, length;
} part_t;
static part_t part(int n, int parts, int i) {
  part_t p = {(int)((long)n * i / parts), 0};
  p.length = (int)((long)n * (i + 1) / parts) - p.first;
  return p;
}

/* The field at a place of the whole array. */
static double field(int i, int j) { return i + j / 1000.0; }

static void wrong(const char *what) {
  if (errors++ == 0) printf("rank %d: %s\n", me, what);
}

/* Writes a header of two ints, and the block of this rank behind it. */
static double write_blocks(void) {
  int grid[2] = {0, 0}, none[2] = {0, 0}, place[2];
  MPI_Comm ranks;
  MPI_Dims_create(size, 2, grid);
  MPI_Cart_create(MPI_COMM_WORLD, 2, grid, none, 0, &ranks);
  MPI_Cart_coords(ranks, me, 2, place);
  part_t high = part(rows, grid[0], place[0]), wide = part(columns, grid[1], place[1]);

  int width = wide.length + 2 * BORDER;
  double *block = malloc((high.length + 2 * BORDER) * width * sizeof(double));
  for (int i = 0; i < high.length + 2 * BORDER; i++)
    for (int j = 0; j < width; j++) {
      int is_inside = i >= BORDER && i < high.length + BORDER && j >= BORDER && j < wide.length + BORDER;
      block[i * width + j] = is_inside ? field(high.first + i - BORDER, wide.first + j - BORDER) : -1;
    }

  int whole[2] = {rows, columns}, own[2] = {high.length, wide.length}, first[2] = {high.first, wide.first};
  int memory[2] = {high.length + 2 * BORDER, width}, corner[2] = {BORDER, BORDER};
  MPI_Datatype in_file = MPI_DOUBLE, in_memory = MPI_DOUBLE;
  int count = high.length * wide.length > 0;
  if (count) { /* a rank may have none of a small field */
    MPI_Type_create_subarray(2, whole, own, first, MPI_ORDER_C, MPI_DOUBLE, &in_file);
    MPI_Type_create_subarray(2, memory, own, corner, MPI_ORDER_C, MPI_DOUBLE, &in_memory);
    MPI_Type_commit(&in_file);
    MPI_Type_commit(&in_memory);
  }

  MPI_File file;
  if (MPI_File_open(ranks, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS) {
    fprintf(stderr, "cannot write %s\n", path);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  double start = MPI_Wtime();
  MPI_File_set_size(file, 0);
  if (me == 0) MPI_File_write(file, whole, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_set_view(file, sizeof whole, MPI_DOUBLE, in_file, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, block, count, in_memory, MPI_STATUS_IGNORE);
  double seconds = MPI_Wtime() - start;
  MPI_File_close(&file);
  if (count) {
    MPI_Type_free(&in_file);
    MPI_Type_free(&in_memory);
  }
  free(block);
  MPI_Comm_free(&ranks);
  return seconds;
}

/* Reads bands of rows. */
static double read_bands(void) {
  int extents[2];
  MPI_Offset bytes;
  MPI_File file;
  MPI_Status status;
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  double start = MPI_Wtime();
  MPI_File_read_all(file, extents, 2, MPI_INT, MPI_STATUS_IGNORE);
  if (extents[0] != rows || extents[1] != columns) wrong("the header is another one");
  MPI_File_get_size(file, &bytes);
  if (bytes != (MPI_Offset)(sizeof extents + (long)rows * columns * sizeof(double))) wrong("the file has another size");

  part_t band = part(rows, size, me);
  int wanted = band.length * columns, count;
  double *values = malloc((wanted + 1) * sizeof(double));
  MPI_File_set_view(file, sizeof extents, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(file, (MPI_Offset)band.first * columns, values, wanted, MPI_DOUBLE, &status);
  double seconds = MPI_Wtime() - start;
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  if (count != wanted) wrong("another count was read than there is");
  double sum = 0, all, expected = 0;
  for (int i = 0; i < band.length; i++)
    for (int j = 0; j < columns; j++) {
      sum += values[i * columns + j];
      if (values[i * columns + j] != field(band.first + i, j)) wrong("an element has another value");
    }
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  expected = (double)columns * rows * (rows - 1) / 2 + (double)rows * columns * (columns - 1) / 2000;
  if (all < expected * (1 - 1e-12) || all > expected * (1 + 1e-12)) wrong("the sum is another one");
  free(values);
  MPI_File_close(&file);
  return seconds;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) rows = atoi(argv[1]);
  if (argc > 2) columns = atoi(argv[2]);
  if (rows < 1 || columns < 1 || (long)rows * columns > 100000000) {
    if (me == 0) fprintf(stderr, "rows and columns are 1 or more, and have 10^8 elements at most\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  snprintf(path, sizeof path, "%s.field", argv[0]);
  double written = write_blocks(), got = read_bands(), megabytes = (double)rows * columns * sizeof(double) / 1e6;
  MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0) {
    printf("%d x %d on %d ranks: written at %.0f MB/s, read at %.0f MB/s\n", rows, columns, size, megabytes / written, megabytes / got);
    printf(errors == 0 ? "Solution validates\n" : "%d errors\n", errors);
  }
  MPI_Finalize();
  return errors != 0;
}
