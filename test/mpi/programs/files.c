/* Files: modes, life, sizes, pointers, ends of files, hints, error handlers and classes. */
#include "check.h"

static int me, size;
static char path[4096];

static MPI_File opened(int amode) {
  MPI_File fh;
  CHECK(MPI_File_open(MPI_COMM_WORLD, path, amode, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
  return fh;
}

static int kind_of(int code) {
  int kind;
  MPI_Error_class(code, &kind);
  return kind;
}

static void modes(void) {
  static const int wrong[] = {0, MPI_MODE_CREATE, MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_MODE_RDONLY | MPI_MODE_EXCL,
                              MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL};
  MPI_File fh;
  int amode;
  for (int i = 0; i < (int)(sizeof wrong / sizeof *wrong); i++)
    CHECK(kind_of(MPI_File_open(MPI_COMM_WORLD, path, wrong[i], MPI_INFO_NULL, &fh)) == MPI_ERR_AMODE);
  CHECK(kind_of(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, MPI_INFO_NULL, &fh)) == MPI_ERR_NO_SUCH_FILE);
  fh = opened(MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY | MPI_MODE_UNIQUE_OPEN);
  MPI_File_get_amode(fh, &amode);
  CHECK(amode == (MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_WRONLY | MPI_MODE_UNIQUE_OPEN));
  CHECK(kind_of(MPI_File_read_at(fh, 0, &amode, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_ACCESS);
  MPI_File_close(&fh);
  CHECK(fh == MPI_FILE_NULL);
  CHECK(kind_of(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR, MPI_INFO_NULL, &fh)) == MPI_ERR_FILE_EXISTS);
  fh = opened(MPI_MODE_RDONLY);
  CHECK(kind_of(MPI_File_write_at(fh, 0, &amode, 1, MPI_INT, MPI_STATUS_IGNORE)) == MPI_ERR_READ_ONLY);
  MPI_File_close(&fh);
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) {
    CHECK(MPI_File_delete(path, MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK(kind_of(MPI_File_delete(path, MPI_INFO_NULL)) == MPI_ERR_NO_SUCH_FILE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  fh = opened(MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
  MPI_File_close(&fh);
  CHECK(kind_of(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh)) == MPI_ERR_NO_SUCH_FILE);
}

static void sizes(void) {
  MPI_Offset bytes;
  MPI_Group group, all;
  int relation;
  MPI_File fh = opened(MPI_MODE_CREATE | MPI_MODE_RDWR);
  MPI_File_set_size(fh, 1000);
  MPI_File_get_size(fh, &bytes);
  CHECK(bytes == 1000);
  MPI_File_preallocate(fh, 300); /* is large enough */
  MPI_File_get_size(fh, &bytes);
  CHECK(bytes == 1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_preallocate(fh, 5000);
  MPI_File_get_size(fh, &bytes);
  CHECK(bytes == 5000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_size(fh, 12);
  MPI_File_get_size(fh, &bytes);
  CHECK(bytes == 12);
  MPI_File_get_group(fh, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_compare(group, all, &relation);
  CHECK(relation == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  MPI_File_close(&fh);
}

/* Each rank has its own pointer; one that is opened to append begins at the end. */
static void pointers(void) {
  int value, got[3];
  MPI_Offset at;
  MPI_Status status;
  MPI_File fh = opened(MPI_MODE_RDWR | MPI_MODE_APPEND);
  MPI_File_get_position(fh, &at);
  CHECK(at == 12);
  MPI_File_get_position_shared(fh, &at);
  CHECK(at == 12);
  MPI_File_set_view(fh, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_seek(fh, me, MPI_SEEK_SET);
  value = 100 + me;
  MPI_File_write(fh, &value, 1, MPI_INT, &status);
  MPI_File_get_position(fh, &at);
  CHECK(at == me + 1);
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek(fh, -1, MPI_SEEK_CUR);
  MPI_File_read(fh, got, 1, MPI_INT, &status);
  CHECK(got[0] == 100 + me);
  MPI_File_seek(fh, -1, MPI_SEEK_END);
  MPI_File_get_position(fh, &at);
  CHECK(at == size - 1);
  MPI_File_read(fh, got, 1, MPI_INT, &status);
  CHECK(got[0] == 100 + size - 1);
  MPI_File_close(&fh);
}

/* Statuses say what there was. */
static void ends(void) {
  int got[10], count;
  MPI_Status status;
  MPI_File fh = opened(MPI_MODE_RDONLY);
  MPI_File_set_view(fh, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_seek(fh, size - 1, MPI_SEEK_SET);
  MPI_File_read_at(fh, size - 1, got, 10, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 1 && got[0] == 100 + size - 1);
  MPI_File_read_at(fh, size + 5, got, 3, MPI_INT, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 0);
  MPI_File_close(&fh);
}

static int handled;
static void handler(MPI_File *file, int *code, ...) { handled = *code; }

static void errors(void) {
  MPI_Errhandler own, now;
  char text[MPI_MAX_ERROR_STRING];
  int length, value = 0;
  MPI_File_get_errhandler(MPI_FILE_NULL, &now);
  CHECK(now == MPI_ERRORS_RETURN);
  MPI_File_create_errhandler(handler, &own);
  MPI_File_set_errhandler(MPI_FILE_NULL, own);
  MPI_File fh = opened(MPI_MODE_RDWR); /* has the handler that MPI_FILE_NULL had */
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  int code = MPI_File_write_at(fh, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(kind_of(handled) == MPI_ERR_ARG && code == handled);
  MPI_Error_string(code, text, &length);
  CHECK(length == (int)strlen(text));
  MPI_File_call_errhandler(fh, MPI_ERR_IO);
  CHECK(handled == MPI_ERR_IO);
  MPI_File_set_errhandler(fh, MPI_ERRORS_RETURN);
  CHECK(kind_of(MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "of nobody", MPI_INFO_NULL)) == MPI_ERR_UNSUPPORTED_DATAREP);
  CHECK(handled == MPI_ERR_IO);
  MPI_Errhandler_free(&own);
  MPI_File_close(&fh);
}

static void hints(void) {
  MPI_Info info, used;
  char value[100];
  int flag;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cb_buffer_size", "8192");
  MPI_Info_set(info, "key of nobody", "1");
  MPI_Info_set(info, "constructor", "1");
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR, info, &fh);
  MPI_File_get_info(fh, &used);
  MPI_Info_get(used, "cb_buffer_size", sizeof value - 1, value, &flag);
  CHECK(!flag || atoi(value) == 8192);
  MPI_Info_free(&used);
  MPI_File_set_info(fh, info);
  MPI_File_close(&fh);
  MPI_Info_free(&info);
}

/* Written whole or not at all: no rank sees a mixture. */
static void atomic(void) {
  enum { N = 2000 };
  static int block[N], got[N];
  int flag;
  MPI_Datatype column;
  MPI_File fh = opened(MPI_MODE_RDWR);
  MPI_File_set_atomicity(fh, 1);
  MPI_File_get_atomicity(fh, &flag);
  CHECK(flag);
  MPI_Type_vector(N, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_File_set_view(fh, 0, MPI_INT, column, "native", MPI_INFO_NULL);
  for (int i = 0; i < N; i++) block[i] = me;
  for (int turn = 0; turn < 5; turn++) {
    MPI_File_write_at(fh, 0, block, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, got, N, MPI_INT, MPI_STATUS_IGNORE);
    for (int i = 0; i < N; i++) CHECK(got[i] == got[0]);
  }
  MPI_File_write_at_all(fh, 0, block, N, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at_all(fh, 0, got, N, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++) CHECK(got[i] == got[0]);
  MPI_Type_free(&column);
  MPI_File_close(&fh);
}

/* A file of each rank, and one of a part of them. */
static void of_others(void) {
  char own[4200];
  int value = me, got = -1;
  MPI_Comm half;
  MPI_File fh;
  snprintf(own, sizeof own, "%s.%d", path, me);
  CHECK(MPI_File_open(MPI_COMM_SELF, own, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
  MPI_File_write_at_all(fh, 40, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(fh, 40, &got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got == me);
  MPI_File_close(&fh);
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
  snprintf(own, sizeof own, "%s.half%d", path, me % 2);
  CHECK(MPI_File_open(half, own, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
  MPI_Comm_rank(half, &value);
  MPI_Comm_free(&half); /* the file has its own */
  MPI_File_write_ordered(fh, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(fh, value * sizeof(int), &got, sizeof(int), MPI_BYTE, MPI_STATUS_IGNORE);
  CHECK(got == value);
  MPI_File_close(&fh);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(path, sizeof path, "%s.files", argv[0]);
  if (me == 0) MPI_File_delete(path, MPI_INFO_NULL); /* left by a run that has failed */
  MPI_Barrier(MPI_COMM_WORLD);
  modes();
  sizes();
  pointers();
  ends();
  errors();
  hints();
  atomic();
  of_others();
  MPI_Barrier(MPI_COMM_WORLD);
  if (me == 0) CHECK(MPI_File_delete(path, MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_Finalize();
  return 0;
}
