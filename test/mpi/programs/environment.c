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

/* Functions of the program call MPI: the error handler of the call that calls them is asked all the same. */
static int copy(MPI_Comm comm, int key, void *extra, void *value, void *result, int *flag) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return MPI_ERR_OTHER;
}

static void test_callbacks(void) {
  MPI_Comm comm, other;
  int key;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr(comm, key, NULL);
  CHECK(MPI_Comm_dup(comm, &other) == MPI_ERR_OTHER);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free(&comm);
}

#define BRIDGE "br\xc3\xbc" "cke"

/* Lengths are of bytes. */
static void test_lengths(void) {
  char text[MPI_MAX_ERROR_STRING];
  int code, length, flag;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "name", BRIDGE);
  MPI_Info_get_valuelen(info, "name", &length, &flag);
  CHECK(flag && length == 7);
  MPI_Info_get(info, "name", length, text, &flag);
  CHECK(flag && strcmp(text, BRIDGE) == 0);
  memset(text, 'x', sizeof text);
  MPI_Info_get(info, "name", 4, text, &flag);
  CHECK(flag && strcmp(text, "br\xc3\xbc") == 0 && text[5] == 'x');
  MPI_Info_free(&info);
  MPI_Add_error_class(&code);
  MPI_Add_error_string(code, BRIDGE);
  MPI_Error_string(code, text, &length);
  CHECK(length == 7 && strcmp(text, BRIDGE) == 0);
}

/* As much of a name is kept as fits. */
static void test_names(void) {
  char given[2 * MPI_MAX_OBJECT_NAME], got[2 * MPI_MAX_OBJECT_NAME];
  int length, base;
  MPI_Comm comm;
  MPI_Datatype type;
  MPI_Win win;
  memset(given, 'n', sizeof given - 1);
  given[sizeof given - 1] = 0;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Type_dup(MPI_INT, &type);
  MPI_Win_create(&base, sizeof base, 1, MPI_INFO_NULL, comm, &win);
#define NAMED(SET, GET, OBJECT) \
  memset(got, 'x', sizeof got); \
  CHECK(SET(OBJECT, given) == MPI_SUCCESS && GET(OBJECT, got, &length) == MPI_SUCCESS); \
  CHECK(length == MPI_MAX_OBJECT_NAME - 1 && strlen(got) == length && got[0] == 'n');
  NAMED(MPI_Comm_set_name, MPI_Comm_get_name, comm)
  NAMED(MPI_Type_set_name, MPI_Type_get_name, type)
  NAMED(MPI_Win_set_name, MPI_Win_get_name, win)
  MPI_Win_free(&win);
  MPI_Type_free(&type);
  MPI_Comm_free(&comm);
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

/* Handles and statuses as numbers, of which those of Fortran are (MPI 3.1, 17.2.4, 17.2.5). */
static void test_numbers(void) {
  int (*to)(const MPI_Status *, MPI_Fint *) = PMPI_Status_c2f, value = 4, got, count, base;
  MPI_Fint numbers[sizeof(MPI_Status) / sizeof(MPI_Fint)];
  MPI_Status status, again;
  MPI_Fint (*of)(MPI_Group) = PMPI_Group_c2f;
  MPI_Win win;
  MPI_Sendrecv(&value, 1, MPI_INT, 0, 3, &got, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &status);
  CHECK(to(&status, numbers) == MPI_SUCCESS && MPI_Status_f2c(numbers, &again) == MPI_SUCCESS);
  CHECK(MPI_Get_count(&again, MPI_INT, &count) == MPI_SUCCESS && count == 1 && again.MPI_TAG == 3);
  CHECK(MPI_Group_f2c(of(MPI_GROUP_EMPTY)) == MPI_GROUP_EMPTY && PMPI_Op_f2c(PMPI_Op_c2f(MPI_SUM)) == MPI_SUM);
  CHECK(MPI_Info_f2c(MPI_Info_c2f(MPI_INFO_NULL)) == MPI_INFO_NULL);
  CHECK(MPI_F_STATUS_IGNORE != numbers && MPI_F_STATUSES_IGNORE != numbers);
  CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
  MPI_Win_create(&base, sizeof base, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
  CHECK(MPI_Win_f2c(MPI_Win_c2f(win)) == win && PMPI_Win_f2c(PMPI_Win_c2f(win)) == win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  int rank, size, provided, level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  CHECK(MPI_Query_thread(&level) == MPI_SUCCESS && level == provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  test_codes();
  test_handlers();
  test_dynamic(rank);
  test_ranges(rank, size);
  test_match_size();
  test_callbacks();
  test_lengths();
  test_names();
  test_numbers();
  MPI_Finalize();
  return 0;
}
