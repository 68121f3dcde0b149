/* Classes of errors that the program makes, its error handlers, what is left of dynamic processes, names of MPI 1 (MPI 3.1, 8.3 - 8.5, 10). */
#include "check.h"

static void test_codes(void) {
  int class, code, other, got, length, flag, *last;
  char text[MPI_MAX_ERROR_STRING];
  CHECK(MPI_Add_error_class(&class) == MPI_SUCCESS && class > MPI_ERR_LASTCODE);
  CHECK(MPI_Add_error_code(class, &code) == MPI_SUCCESS && code > class);
  CHECK(MPI_Add_error_code(MPI_ERR_ARG, &other) == MPI_SUCCESS);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
  CHECK(flag && *last >= class);
  CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS && length == 0);
  MPI_Add_error_string(class, "a kind of mistakes");
  MPI_Add_error_string(code, "the grid is empty");
  CHECK(MPI_Error_string(code, text, &length) == MPI_SUCCESS && strcmp(text, "the grid is empty") == 0 && length == 17);
  CHECK(MPI_Error_string(class, text, &length) == MPI_SUCCESS && strcmp(text, "a kind of mistakes") == 0);
  CHECK(MPI_Error_class(code, &got) == MPI_SUCCESS && got == class);
  CHECK(MPI_Error_class(other, &got) == MPI_SUCCESS && got == MPI_ERR_ARG);
}

static int seen;
static void handler(MPI_Comm *comm, int *code, ...) {
  CHECK(*comm == MPI_COMM_SELF);
  seen = *code;
}

static void test_handlers(void) {
  int code, class;
  MPI_Errhandler made, had;
  MPI_Add_error_code(MPI_ERR_OTHER, &code);
  MPI_Comm_create_errhandler(handler, &made);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, made);
  CHECK(MPI_Comm_call_errhandler(MPI_COMM_SELF, code) == MPI_SUCCESS && seen == code);
  CHECK(MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_TAG) == MPI_SUCCESS && seen == MPI_ERR_TAG);
  MPI_Send(&code, 1, MPI_INT, 1, 0, MPI_COMM_SELF);
  MPI_Error_class(seen, &class);
  CHECK(class == MPI_ERR_RANK);
  MPI_Comm_get_errhandler(MPI_COMM_SELF, &had);
  CHECK(had == made);
  MPI_Errhandler_free(&made);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

/* Nobody has started the job's ranks, and nobody else is connected. */
static void test_dynamic(int rank) {
  MPI_Comm comm;
  CHECK(MPI_Comm_get_parent(&comm) == MPI_SUCCESS && comm == MPI_COMM_NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  CHECK(MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm && MPI_Type_f2c(MPI_Type_c2f(MPI_INT)) == MPI_INT);
  CHECK(MPI_Comm_disconnect(&comm) == MPI_SUCCESS && comm == MPI_COMM_NULL);
  MPI_Pcontrol(1);
  MPI_Pcontrol(2, rank, "more");
}

static void test_ranges(int rank, int size) {
  int ranges[1][3] = {{size - 1, 0, -2}}, at, count;
  MPI_Group world, odd, rest;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  CHECK(MPI_Group_range_incl(world, 1, ranges, &odd) == MPI_SUCCESS);
  MPI_Group_rank(odd, &at);
  CHECK(at == ((size - 1 - rank) % 2 == 0 ? (size - 1 - rank) / 2 : MPI_UNDEFINED));
  CHECK(MPI_Group_range_excl(world, 1, ranges, &rest) == MPI_SUCCESS);
  MPI_Group_size(rest, &count);
  MPI_Group_rank(rest, &at);
  CHECK(count == size / 2 && at == ((size - 1 - rank) % 2 == 0 ? MPI_UNDEFINED : rank / 2));
  MPI_Group_free(&odd);
  MPI_Group_difference(world, world, &odd);
  CHECK(odd == MPI_GROUP_EMPTY);
  MPI_Group_free(&world);
  MPI_Group_free(&odd);
  MPI_Group_free(&rest);
}

static void test_match_size(void) {
  MPI_Datatype type;
  int size;
  MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type);
  CHECK(MPI_Type_size(type, &size) == MPI_SUCCESS && size == 8);
  MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 2, &type);
  CHECK(MPI_Type_size(type, &size) == MPI_SUCCESS && size == 2);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  test_codes();
  test_handlers();
  test_dynamic(rank);
  test_ranges(rank, size);
  test_match_size();
  MPI_Finalize();
  return 0;
}
