/* Arguments that a function refuses, or whose mistake a function of the program changes: classes of errors by MPI_ERRORS_RETURN (MPI 3.1, 3.3.1, 5.1, 5.9.2, 8.3). */
#include "check.h"

static int rank, size;

static int class_of(int code) {
  int class;
  MPI_Error_class(code, &class);
  return class;
}
#define REFUSED(CLASS, CALL) CHECK(class_of(CALL) == (CLASS))

/* Buffers of a collective call that overlap are refused by all ranks that have both, before anything moves. */
static void test_overlaps(void) {
  int many[64] = {0}, counts[16], places[16];
  MPI_Request request;
  for (int i = 0; i < size; i++) counts[i] = 2, places[i] = 2 * i;
  REFUSED(MPI_ERR_BUFFER, MPI_Allreduce(many, many, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER, MPI_Allreduce(many, many + 39, 40, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER, MPI_Iallreduce(many, many + 1, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
  REFUSED(MPI_ERR_BUFFER, MPI_Allgather(&many[rank], 1, MPI_INT, many, 1, MPI_INT, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER, MPI_Allgatherv(many + 2 * rank, 2, MPI_INT, many, counts, places, MPI_INT, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER, MPI_Alltoallv(many, counts, places, MPI_INT, many, counts, places, MPI_INT, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER, MPI_Scan(many, many, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_BUFFER, MPI_Reduce_local(many, many, 1, MPI_INT, MPI_SUM));
  REFUSED(MPI_ERR_BUFFER, MPI_Reduce_local(MPI_IN_PLACE, many, 1, MPI_INT, MPI_SUM));
  if (rank == 0) REFUSED(MPI_ERR_BUFFER, MPI_Gather(many, 1, MPI_INT, many, 1, MPI_INT, 0, MPI_COMM_WORLD));
}

/* Blocks between those of the other side, no data, and MPI_IN_PLACE are right. */
static void test_beside_each_other(void) {
  int many[64], counts[16], out[16], into[16], one = 1, none;
  for (int i = 0; i < size; i++) counts[i] = 1, out[i] = 2 * i, into[i] = 2 * i + 1, many[2 * i] = rank;
  CHECK(MPI_Alltoallv(many, counts, out, MPI_INT, many, counts, into, MPI_INT, MPI_COMM_WORLD) == MPI_SUCCESS);
  for (int i = 0; i < size; i++) CHECK(many[2 * i] == rank && many[2 * i + 1] == i);
  CHECK(MPI_Allreduce(&none, &none, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS);
  CHECK(MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS && one == size);
}

/* Bytes have bits, and logical values truth; neither is a number. */
static void test_operations(void) {
  unsigned char a = 1, b = 0;
  REFUSED(MPI_ERR_OP, MPI_Allreduce(&a, &b, 1, MPI_BYTE, MPI_MAX, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_OP, MPI_Allreduce(&a, &b, 1, MPI_BYTE, MPI_LOR, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_OP, MPI_Allreduce(&a, &b, 1, MPI_C_BOOL, MPI_SUM, MPI_COMM_WORLD));
  REFUSED(MPI_ERR_OP, MPI_Reduce_local(&a, &b, 1, MPI_PACKED, MPI_SUM));
  CHECK(MPI_Allreduce(&a, &b, 1, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD) == MPI_SUCCESS && b == 1);
  b = 0;
  CHECK(MPI_Allreduce(&a, &b, 1, MPI_C_BOOL, MPI_LAND, MPI_COMM_WORLD) == MPI_SUCCESS && b == 1);
}

/* A message whose bytes are no whole elements is no message of the receive's datatype. */
static void test_elements(void) {
  char out[6] = {1, 2, 3, 4, 5, 6};
  int in[8] = {0};
  MPI_Request request;
  MPI_Datatype apart;
  MPI_Status status;
  MPI_Type_vector(2, 1, 2, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  MPI_Isend(out, 6, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request);
  REFUSED(MPI_ERR_TYPE, MPI_Recv(in, 1, apart, rank, 0, MPI_COMM_WORLD, &status));
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 4, MPI_CHAR, rank, 0, MPI_COMM_WORLD, &request);
  CHECK(MPI_Recv(in, 1, apart, rank, 0, MPI_COMM_WORLD, &status) == MPI_SUCCESS && in[0] == 0x04030201);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&apart);
}

static int calls;
static void forgive(MPI_Comm *comm, int *code, ...) {
  calls++;
  *code = MPI_SUCCESS;
}

static void test_code_is_changed(void) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(forgive, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
  CHECK(MPI_Send(&calls, 1, MPI_INT, size, 0, MPI_COMM_WORLD) == MPI_SUCCESS && calls == 1);
}

/* The text names the argument that is wrong. */
#define TOLD(CLASS, TEXT, CALL) \
  do { \
    char text[MPI_MAX_ERROR_STRING]; \
    int code = (CALL), length; \
    CHECK(class_of(code) == (CLASS)); \
    MPI_Error_string(code, text, &length); \
    CHECK(strstr(text, TEXT) != NULL); \
  } while (0)

static void test_texts(void) {
  int end = 0;
  char key[MPI_MAX_INFO_KEY + 1];
  MPI_Comm graph;
  MPI_Info info;
  TOLD(MPI_ERR_DIMS, "nnodes", MPI_Graph_create(MPI_COMM_WORLD, size + 1, &end, &end, 0, &graph));
  CHECK(graph == MPI_COMM_NULL);
  TOLD(MPI_ERR_KEYVAL, "predefined", MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, NULL));
  MPI_Info_create(&info);
  TOLD(MPI_ERR_ARG, "there are no keys", MPI_Info_get_nthkey(info, 0, key));
  MPI_Info_free(&info);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  test_overlaps();
  test_beside_each_other();
  test_operations();
  test_elements();
  test_texts();
  test_code_is_changed();
  MPI_Finalize();
  return 0;
}
