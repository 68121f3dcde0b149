/* Representations with sizes of their own: external32's long, and one of the program. Other libraries know neither. */
#include "check.h"

static int me, size;
static char path[4096];

static MPI_File opened(void) {
  MPI_File fh;
  CHECK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
  return fh;
}

/* A long has 4 bytes there, by which displacements in elements are scaled. */
static void longs(void) {
  unsigned char bytes[12 * 7];
  long own[3] = {me, -me - 1, 0x1020304}, got[3] = {0};
  int count;
  MPI_Aint extent;
  MPI_Offset at;
  MPI_Datatype dealt;
  MPI_Status status;
  MPI_File fh = opened();
  MPI_Type_vector(3, 1, size, MPI_LONG, &dealt);
  MPI_Type_commit(&dealt);
  CHECK(MPI_File_set_view(fh, 4 * me, MPI_LONG, dealt, "external32", MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_File_get_type_extent(fh, MPI_LONG, &extent);
  CHECK(extent == 4);
  MPI_File_get_type_extent(fh, dealt, &extent);
  CHECK(extent == 4 * (2 * size + 1));
  MPI_File_get_byte_offset(fh, 2, &at);
  CHECK(at == 4 * me + 8 * size);
  CHECK(MPI_File_write_at_all(fh, 0, own, 3, MPI_LONG, &status) == MPI_SUCCESS);
  MPI_Get_count(&status, MPI_LONG, &count);
  CHECK(count == 3);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(fh, 0, got, 3, MPI_LONG, &status);
  MPI_Get_count(&status, MPI_LONG, &count);
  CHECK(count == 3 && memcmp(own, got, sizeof own) == 0);
  MPI_File_set_view(fh, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at(fh, 0, bytes, 12 * size, MPI_BYTE, &status);
  for (int i = 0; i < size; i++) {
    const unsigned char *first = bytes + 4 * i, *second = first + 4 * size, *third = second + 4 * size;
    CHECK(first[3] == i && first[0] == 0 && second[0] == 0xff && second[3] == 0xff - i && third[0] == 1 && third[3] == 4);
  }
  /* One long more than there is, of which half is there. */
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_size(fh, 12 * size - 2);
  MPI_File_set_view(fh, 12 * size - 8, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL);
  got[1] = 77;
  MPI_File_read_at(fh, 0, got, 2, MPI_LONG, &status);
  MPI_Get_count(&status, MPI_LONG, &count);
  CHECK(count == 1 && got[1] == 77);
  MPI_File_close(&fh);
  MPI_Type_free(&dealt);
}

/* An int is ten digits. */
static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra) {
  int bytes;
  MPI_Type_size(type, &bytes);
  *extent = type == MPI_INT ? *(int *)extra : bytes;
  return MPI_SUCCESS;
}
static int to_file(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
  char digits[12];
  for (int i = 0; i < count; i++) {
    snprintf(digits, sizeof digits, "%010d", ((int *)user)[position + i]);
    memcpy((char *)file + 10 * i, digits, 10);
  }
  return MPI_SUCCESS;
}
static int from_file(void *user, MPI_Datatype type, int count, void *file, MPI_Offset position, void *extra) {
  char digits[12] = "";
  for (int i = 0; i < count; i++) {
    memcpy(digits, (char *)file + 10 * i, 10);
    ((int *)user)[position + i] = atoi(digits);
  }
  return MPI_SUCCESS;
}

static void digits(void) {
  static int ten = 10;
  int own[4], got[4], kind;
  char text[11] = "";
  MPI_Datatype pairs;
  MPI_Aint extent;
  CHECK(MPI_Register_datarep("digits", from_file, to_file, extent_of, &ten) == MPI_SUCCESS);
  MPI_Error_class(MPI_Register_datarep("digits", from_file, to_file, extent_of, &ten), &kind);
  CHECK(kind == MPI_ERR_DUP_DATAREP);
  MPI_File fh = opened();
  MPI_Type_vector(2, 2, 2 * size, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  for (int i = 0; i < 4; i++) own[i] = 100 * me + i;
  CHECK(MPI_File_set_view(fh, 20 * me, MPI_INT, pairs, "digits", MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_File_get_type_extent(fh, MPI_INT, &extent);
  CHECK(extent == 10);
  CHECK(MPI_File_write_all(fh, own, 4, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_File_read_at(fh, 0, got, 4, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(memcmp(own, got, sizeof own) == 0);
  MPI_File_set_view(fh, 0, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
  MPI_File_read_at(fh, 20 * size + 20 * me + 10, text, 10, MPI_CHAR, MPI_STATUS_IGNORE);
  CHECK(atoi(text) == own[3]);
  MPI_File_close(&fh);
  MPI_Type_free(&pairs);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(path, sizeof path, "%s.datareps", argv[0]);
  longs();
  digits();
  MPI_Finalize();
  return 0;
}
