/* What MPI asks of C's library and of nobody else: time, names, versions, attributes of the world. */
#include <limits.h>
#include <mpi.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The functions of the runtime. */
int __mpi_check_comm(const char *name, MPI_Comm comm);

double MPI_Wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

double MPI_Wtick(void) {
  struct timespec tick;
  clock_getres(CLOCK_MONOTONIC, &tick);
  return tick.tv_sec + tick.tv_nsec * 1e-9;
}

int MPI_Get_processor_name(char *name, int *resultlen) {
  if (gethostname(name, MPI_MAX_PROCESSOR_NAME)) strcpy(name, "unknown");
  *resultlen = strlen(name);
  return MPI_SUCCESS;
}

int MPI_Get_version(int *version, int *subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}

int MPI_Get_library_version(char *version, int *resultlen) {
  strcpy(version, "pgasc: MPI over the threads of a job");
  *resultlen = strlen(version);
  return MPI_SUCCESS;
}

/* The attribute's value is where the pointer points that *value becomes. */
static int attribute(const char *name, MPI_Comm comm, int keyval, void *value, int *flag) {
  static const int tag_ub = INT_MAX, host = MPI_PROC_NULL, io = MPI_ANY_SOURCE, wtime_is_global = 0;
  static const int *const values[] = {&tag_ub, &host, &io, &wtime_is_global};
  int error = __mpi_check_comm(name, comm);
  if (error) return error;
  *flag = keyval >= MPI_TAG_UB && keyval <= MPI_WTIME_IS_GLOBAL;
  if (*flag) *(const int **)value = values[keyval - MPI_TAG_UB];
  return MPI_SUCCESS;
}
int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void *value, int *flag) { return attribute("MPI_Comm_get_attr", comm, keyval, value, flag); }
int MPI_Attr_get(MPI_Comm comm, int keyval, void *value, int *flag) { return attribute("MPI_Attr_get", comm, keyval, value, flag); }
