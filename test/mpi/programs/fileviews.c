/* Views: what ranks write by one another's views lies in the file where it must; holes stay; other representations. */
#include "check.h"

static int me, size;
static char path[4096];

static MPI_File opened(MPI_Info info) {
  MPI_File fh;
  CHECK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, info, &fh) == MPI_SUCCESS);
  return fh;
}

static void view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype, const char *datarep) {
  CHECK(MPI_File_set_view(fh, disp, etype, filetype, datarep, MPI_INFO_NULL) == MPI_SUCCESS);
}

/* The bytes of the file, to one rank after the other. */
static void contents(MPI_File fh, MPI_Offset at, void *to, int bytes) {
  MPI_Status status;
  int count;
  view(fh, 0, MPI_BYTE, MPI_BYTE, "native");
  CHECK(MPI_File_read_at(fh, at, to, bytes, MPI_BYTE, &status) == MPI_SUCCESS);
  MPI_Get_count(&status, MPI_BYTE, &count);
  CHECK(count == bytes);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Elements are dealt to the ranks one by one, in windows that are smaller than the file. */
static void cyclic(void) {
  enum { N = 6000 };
  static int own[N], got[N], all[7 * N];
  MPI_Info info;
  MPI_Datatype dealt;
  MPI_Status status;
  int count;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cb_buffer_size", "8192");
  MPI_File fh = opened(info);
  MPI_Type_vector(N / 2, 1, size, MPI_INT, &dealt);
  MPI_Datatype whole;
  MPI_Type_create_resized(dealt, 0, (MPI_Aint)N / 2 * size * sizeof(int), &whole);
  MPI_Type_commit(&whole);
  view(fh, 20 + me * sizeof(int), MPI_INT, whole, "native");
  for (int i = 0; i < N; i++) own[i] = 10 * i + me;
  CHECK(MPI_File_write_all(fh, own, N, MPI_INT, &status) == MPI_SUCCESS);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == N);
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek(fh, 0, MPI_SEEK_SET);
  CHECK(MPI_File_read_all(fh, got, N, MPI_INT, &status) == MPI_SUCCESS);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == N && memcmp(own, got, sizeof own) == 0);
  memset(got, 0, sizeof got);
  CHECK(MPI_File_read_at(fh, 5, got, N - 5, MPI_INT, &status) == MPI_SUCCESS);
  for (int i = 5; i < N; i++) CHECK(got[i - 5] == own[i]);
  contents(fh, 20, all, N * size * sizeof(int));
  for (int i = 0; i < N * size; i++) CHECK(all[i] == 10 * (i / size) + i % size);
  MPI_File_close(&fh);
  MPI_Type_free(&dealt);
  MPI_Type_free(&whole);
  MPI_Info_free(&info);
}

/* Columns of a matrix from memory with borders; what lies between stays. */
static void subarrays(void) {
  enum { ROWS = 30, WIDE = 5 };
  int inner[ROWS + 2][WIDE + 2], *all = malloc(ROWS * (WIDE * size + 1) * sizeof(int));
  int sizes[2] = {ROWS, WIDE * size + 1}, sub[2] = {ROWS, WIDE}, starts[2] = {0, WIDE * me};
  int memory[2] = {ROWS + 2, WIDE + 2}, corner[2] = {1, 1};
  MPI_Datatype file, block;
  MPI_File fh = opened(MPI_INFO_NULL);
  for (int i = 0; i < ROWS * sizes[1]; i++) all[i] = -1;
  if (me == 0) MPI_File_write_at(fh, 0, all, ROWS * sizes[1], MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Type_create_subarray(2, sizes, sub, starts, MPI_ORDER_C, MPI_INT, &file);
  MPI_Type_create_subarray(2, memory, sub, corner, MPI_ORDER_C, MPI_INT, &block);
  MPI_Type_commit(&file);
  MPI_Type_commit(&block);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < WIDE; j++) inner[i + 1][j + 1] = 1000 * i + WIDE * me + j;
  view(fh, 0, MPI_INT, file, "native");
  CHECK(MPI_File_write_all(fh, inner, 1, block, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  contents(fh, 0, all, ROWS * sizes[1] * sizeof(int));
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < sizes[1]; j++) CHECK(all[i * sizes[1] + j] == (j < WIDE * size ? 1000 * i + j : -1));
  view(fh, 0, MPI_INT, file, "native");
  memset(inner, 0, sizeof inner);
  CHECK(MPI_File_read_all(fh, inner, 1, block, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(inner[1][1] == WIDE * me && inner[ROWS][WIDE] == 1000 * (ROWS - 1) + WIDE * me + WIDE - 1 && inner[0][0] == 0);
  MPI_File_close(&fh);
  MPI_Type_free(&file);
  MPI_Type_free(&block);
  free(all);
}

static void asked(void) {
  MPI_Datatype filetype, etype, got;
  MPI_Offset disp, at;
  char datarep[MPI_MAX_DATAREP_STRING];
  int bytes;
  MPI_Aint lb, extent;
  MPI_File fh = opened(MPI_INFO_NULL);
  MPI_File_get_view(fh, &disp, &etype, &got, datarep);
  CHECK(disp == 0 && etype == MPI_BYTE && got == MPI_BYTE && strcmp(datarep, "native") == 0);
  MPI_Type_vector(3, 2, 4, MPI_DOUBLE, &filetype);
  MPI_Type_commit(&filetype);
  view(fh, 100, MPI_DOUBLE, filetype, "native");
  MPI_Type_free(&filetype);
  MPI_File_get_view(fh, &disp, &etype, &got, datarep);
  MPI_Type_size(got, &bytes);
  MPI_Type_get_extent(got, &lb, &extent);
  CHECK(disp == 100 && etype == MPI_DOUBLE && bytes == 48 && extent == 80);
  MPI_Type_free(&got);
  MPI_File_get_byte_offset(fh, 0, &at);
  CHECK(at == 100);
  MPI_File_get_byte_offset(fh, 5, &at);
  CHECK(at == 100 + 8 * 9);
  MPI_File_get_byte_offset(fh, 6, &at);
  CHECK(at == 100 + 8 * 10);
  MPI_File_get_type_extent(fh, MPI_INT, &extent);
  CHECK(extent == sizeof(int));
  MPI_File_close(&fh);
}

static void external(void) {
  static const unsigned char expected[] = {0, 0, 1, 2, 0x3f, 0xf0, 0, 0, 0, 0, 0, 0};
  struct { int i; double d; } value = {0x102, 1}, got = {0, 0};
  unsigned char bytes[12];
  int lengths[2] = {1, 1}, count;
  MPI_Aint places[2] = {(char *)&value.i - (char *)&value, (char *)&value.d - (char *)&value};
  MPI_Datatype types[2] = {MPI_INT, MPI_DOUBLE}, pair;
  MPI_Status status;
  MPI_Type_create_struct(2, lengths, places, types, &pair);
  MPI_Type_commit(&pair);
  MPI_File fh = opened(MPI_INFO_NULL);
  view(fh, 12 * me, MPI_BYTE, MPI_BYTE, "external32");
  CHECK(MPI_File_write_at_all(fh, 0, &value, 1, pair, &status) == MPI_SUCCESS);
  MPI_Get_count(&status, pair, &count);
  CHECK(count == 1);
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_read_at_all(fh, 0, &got, 1, pair, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(got.i == value.i && got.d == value.d);
  contents(fh, 12 * me, bytes, 12);
  CHECK(memcmp(bytes, expected, 12) == 0);
  MPI_File_close(&fh);
  MPI_Type_free(&pair);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(path, sizeof path, "%s.views", argv[0]);
  cyclic();
  subarrays();
  asked();
  external();
  MPI_Finalize();
  return 0;
}
