// Misuse of MPI's files: the call, the argument, its value, the rule, the place.
// networks: smp
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), value[4] = {0}, me;
  MPI_File fh, other;
  MPI_Datatype type;
  char path[4096];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  strcat(strcpy(path, argv[0]), ".nowhere");
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
  MPI_File_open(MPI_COMM_WORLD, "/dev/null", mode == 4 ? MPI_MODE_RDONLY : mode == 5 ? MPI_MODE_WRONLY : mode == 6 ? MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL : MPI_MODE_RDWR,
                MPI_INFO_NULL, &fh);
  switch (mode) {
  case 0: // 1: MPI_File_open: "/": Is a directory at @+1
    MPI_File_open(MPI_COMM_WORLD, "/", MPI_MODE_RDWR, MPI_INFO_NULL, &other);
  case 1: // 2: MPI_File_open: amode is 0xa: it must have exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR at @+1
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_INFO_NULL, &other);
  case 2: // 2: MPI_File_open: amode is 0x3: MPI_MODE_RDONLY allows neither MPI_MODE_CREATE nor MPI_MODE_EXCL at @+1
    MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &other);
  case 3: // 2: gives another one, and all must give the same at @+1
    MPI_File_open(MPI_COMM_WORLD, path, me == 0 ? MPI_MODE_RDONLY : MPI_MODE_RDWR, MPI_INFO_NULL, &other);
  case 4: // 2: MPI_File_write: fh is "/dev/null": it was opened by MPI_MODE_RDONLY and must be open for writing at @+1
    MPI_File_write(fh, value, 1, MPI_INT, MPI_STATUS_IGNORE);
  case 5: // 2: MPI_File_read: fh is "/dev/null": it was opened by MPI_MODE_WRONLY and must be open for reading at @+1
    MPI_File_read(fh, value, 1, MPI_INT, MPI_STATUS_IGNORE);
  case 6: // 2: MPI_File_seek: fh is "/dev/null": it was opened by MPI_MODE_SEQUENTIAL, for accesses by the shared file pointer alone at @+1
    MPI_File_seek(fh, 0, MPI_SEEK_SET);
  case 7: // 2: MPI_File_write_at: offset is -2: it is 0 or more, in etypes of the view at @+1
    MPI_File_write_at(fh, -2, value, 1, MPI_INT, MPI_STATUS_IGNORE);
  case 8: // 2: MPI_File_set_view: datarep is "mine": known here are "native", "internal", "external32"; others are registered by MPI_Register_datarep at @+1
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "mine", MPI_INFO_NULL);
  case 9: // 2: MPI_File_set_view: filetype is MPI_CHAR: its 1 bytes of data are no multiple of the 4 that an etype has at @+1
    MPI_File_set_view(fh, 0, MPI_INT, MPI_CHAR, "native", MPI_INFO_NULL);
  case 10: // 2: its displacements must be 0 or more, and must not decrease at @+4
    ;int places[2] = {3, 0}, lengths[2] = {1, 1};
    MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(fh, 0, MPI_INT, type, "native", MPI_INFO_NULL);
  case 11: // 2: MPI_File_write_all: fh is "/dev/null": MPI_File_read_all_begin is under way; complete it by its _end first at @+2
    MPI_File_read_all_begin(fh, value, 1, MPI_INT);
    MPI_File_write_all(fh, value, 1, MPI_INT, MPI_STATUS_IGNORE);
  case 12: // 2: MPI_File_write_all_end: fh is "/dev/null": nothing is under way, and this ends MPI_File_write_all_begin at @+1
    MPI_File_write_all_end(fh, value, MPI_STATUS_IGNORE);
  case 13: // 2: MPI_File_seek: offset is -1: it leads to -1, before the view's first etype at @+1
    MPI_File_seek(fh, -1, MPI_SEEK_CUR);
  case 14: // 2: MPI_File_write_at: count is 3 of MPI_CHAR: 3 bytes in the file are no whole number of etypes of 4 at @+2
    MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, value, 3, MPI_CHAR, MPI_STATUS_IGNORE);
  case 15: // 2: MPI_File_sync: fh is MPI_FILE_NULL: it must be a file at @+1
    MPI_File_sync(MPI_FILE_NULL);
  case 16: // 2: MPI_File_close: fh is 0xa000001: a file of this number has been freed, or has never been at @+3
    other = fh;
    MPI_File_close(&fh);
    MPI_File_close(&other);
  case 17: // 2: No such file or directory at @+1
    MPI_File_delete(path, MPI_INFO_NULL);
  case 18: // 2: MPI_File_set_size: size is -1: it is 0 .. 2^53 - 1 at @+1
    MPI_File_set_size(fh, -1);
  case 19: // 2: waits for a letter of thread 1 in MPI_File_write_all on "/dev/null" @+1
    if (me == 0) MPI_File_write_all(fh, value, 1, MPI_INT, MPI_STATUS_IGNORE);
    else MPI_Recv(value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  case 20: // 2: MPI_File_write: buf is 0x0: 4 bytes there: null pointer at @+1
    MPI_File_write(fh, NULL, 1, MPI_INT, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
