/* Datatypes of each constructor: bounds, what they are made of, data packed and sent, elements of parts, another representation. */
#include "check.h"
#include <complex.h>
#include <stddef.h>

static int me, size, next, before;

static void check_type(MPI_Datatype type, int bytes, MPI_Aint lb, MPI_Aint extent, MPI_Aint true_lb, MPI_Aint true_extent) {
  int found;
  MPI_Aint bound, length;
  MPI_Count long_found, long_bound, long_length;
  MPI_Type_size(type, &found);
  CHECK(found == bytes);
  MPI_Type_size_x(type, &long_found);
  CHECK(long_found == bytes);
  MPI_Type_get_extent(type, &bound, &length);
  CHECK(bound == lb && length == extent);
  MPI_Type_get_true_extent(type, &bound, &length);
  CHECK(bound == true_lb && length == true_extent);
  MPI_Type_get_extent_x(type, &long_bound, &long_length);
  CHECK(long_bound == lb && long_length == extent);
}

/* Sends `count` of a type around, and looks at `places` bytes of what came: those in the map are the sender's, others unchanged. */
static void exchange(MPI_Datatype type, int count, const char *in_map, int places) {
  char *out = malloc(places), *in = malloc(places);
  MPI_Status status;
  int got;
  for (int i = 0; i < places; i++) {
    out[i] = (char)(i * 5 + me);
    in[i] = '~';
  }
  MPI_Type_commit(&type);
  MPI_Sendrecv(out, count, type, next, 3, in, count, type, before, 3, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, type, &got);
  CHECK(got == count);
  for (int i = 0; i < places; i++) CHECK(in[i] == (in_map[i] == 'x' ? (char)(i * 5 + before) : '~'));
  MPI_Type_free(&type);
  free(out);
  free(in);
}

static void vectors(void) {
  MPI_Datatype type, pair;
  MPI_Type_vector(3, 2, 4, MPI_CHAR, &type);
  check_type(type, 6, 0, 10, 0, 10);
  exchange(type, 2, "xx..xx..xxxx..xx..xx..", 22);
  MPI_Type_contiguous(2, MPI_SHORT, &pair);
  MPI_Type_create_hvector(2, 1, 7, pair, &type);
  check_type(type, 8, 0, 11, 0, 11);
  MPI_Type_free(&pair);
  exchange(type, 1, "xxxx...xxxx..", 13);
  MPI_Type_vector(2, 1, -1, MPI_INT, &type);
  check_type(type, 8, -4, 8, -4, 8);
  MPI_Type_free(&type);
}

/* A structure of a type and a character is as long as C's. */
#define CHECK_STRUCTURE(member, mpi_type) \
  do { \
    struct structure { member first; char last; }; \
    MPI_Datatype type; \
    MPI_Aint lb, extent; \
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, offsetof(struct structure, last)}, (MPI_Datatype[]){mpi_type, MPI_CHAR}, &type); \
    MPI_Type_get_extent(type, &lb, &extent); \
    CHECK(lb == 0 && extent == (MPI_Aint)sizeof(struct structure)); \
    MPI_Type_free(&type); \
  } while (0)

static void alignments(void) {
  struct float_int { float value; int index; };
  struct double_int { double value; int index; };
  struct short_int { short value; int index; };
  struct two_ints { int value, index; };
  CHECK_STRUCTURE(char, MPI_CHAR);
  CHECK_STRUCTURE(short, MPI_SHORT);
  CHECK_STRUCTURE(int, MPI_INT);
  CHECK_STRUCTURE(long, MPI_LONG);
  CHECK_STRUCTURE(double, MPI_DOUBLE);
  CHECK_STRUCTURE(float _Complex, MPI_C_FLOAT_COMPLEX);
  CHECK_STRUCTURE(double _Complex, MPI_C_DOUBLE_COMPLEX);
  CHECK_STRUCTURE(struct float_int, MPI_FLOAT_INT);
  CHECK_STRUCTURE(struct double_int, MPI_DOUBLE_INT);
  CHECK_STRUCTURE(struct short_int, MPI_SHORT_INT);
  CHECK_STRUCTURE(struct two_ints, MPI_2INT);
}

static void indexed(void) {
  MPI_Datatype type;
  MPI_Type_indexed(3, (int[]){2, 0, 1}, (int[]){1, 9, 5}, MPI_CHAR, &type);
  check_type(type, 3, 1, 5, 1, 5);
  exchange(type, 2, ".xx..xxx..x.", 12);
  MPI_Type_create_hindexed(2, (int[]){1, 2}, (MPI_Aint[]){3, 8}, MPI_SHORT, &type);
  exchange(type, 1, "...xx...xxxx..", 14);
  MPI_Type_create_indexed_block(2, 2, (int[]){3, 0}, MPI_CHAR, &type);
  exchange(type, 1, "xx.xx.", 6);
  MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]){5, 1}, MPI_SHORT, &type);
  check_type(type, 4, 1, 6, 1, 6);
  exchange(type, 1, ".xx..xx.", 8);
}

struct particle {
  char kind;
  double place[2];
  int id;
};

static void structs(void) {
  MPI_Datatype type, narrow;
  MPI_Aint places[] = {offsetof(struct particle, kind), offsetof(struct particle, place), offsetof(struct particle, id)};
  MPI_Type_create_struct(3, (int[]){1, 2, 1}, places, (MPI_Datatype[]){MPI_CHAR, MPI_DOUBLE, MPI_INT}, &type);
  check_type(type, 21, 0, sizeof(struct particle), 0, 28);
  exchange(type, 2, "x.......xxxxxxxxxxxxxxxxxxxx....x.......xxxxxxxxxxxxxxxxxxxx....", 64);
  MPI_Type_create_resized(MPI_INT, -4, 12, &narrow);
  check_type(narrow, 4, -4, 12, 0, 4);
  /* Bounds that are set are those of what is made of it. */
  MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 40}, (MPI_Datatype[]){narrow, MPI_CHAR}, &type);
  check_type(type, 5, -4, 12, 0, 41);
  MPI_Type_free(&type);
  exchange(narrow, 2, "xxxx........xxxx..", 18);
}

static void arrays(void) {
  MPI_Datatype type;
  MPI_Type_create_subarray(2, (int[]){3, 5}, (int[]){2, 2}, (int[]){1, 2}, MPI_ORDER_C, MPI_CHAR, &type);
  check_type(type, 4, 0, 15, 7, 7);
  exchange(type, 1, ".......xx...xx.", 15);
  MPI_Type_create_subarray(2, (int[]){5, 3}, (int[]){2, 2}, (int[]){2, 1}, MPI_ORDER_FORTRAN, MPI_CHAR, &type);
  exchange(type, 1, ".......xx...xx.", 15);
  int kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK}, widths[] = {1, MPI_DISTRIBUTE_DFLT_DARG};
  MPI_Type_create_darray(4, 1, 2, (int[]){3, 4}, kinds, widths, (int[]){2, 2}, MPI_ORDER_C, MPI_CHAR, &type);
  check_type(type, 4, 0, 12, 2, 10);
  exchange(type, 1, "..xx......xx", 12);
}

static void contents(void) {
  MPI_Datatype type, inner, types[1];
  int integers, addresses, datatypes, combiner, values[2], length;
  MPI_Aint distances[1];
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Type_get_envelope(MPI_INT, &integers, &addresses, &datatypes, &combiner);
  CHECK(combiner == MPI_COMBINER_NAMED && integers == 0);
  MPI_Type_contiguous(3, MPI_INT, &inner);
  MPI_Type_create_hvector(2, 5, 100, inner, &type);
  MPI_Type_free(&inner);
  MPI_Type_get_envelope(type, &integers, &addresses, &datatypes, &combiner);
  CHECK(combiner == MPI_COMBINER_HVECTOR && integers == 2 && addresses == 1 && datatypes == 1);
  MPI_Type_get_contents(type, 2, 1, 1, values, distances, types);
  CHECK(values[0] == 2 && values[1] == 5 && distances[0] == 100);
  MPI_Type_get_envelope(types[0], &integers, &addresses, &datatypes, &combiner);
  CHECK(combiner == MPI_COMBINER_CONTIGUOUS);
  MPI_Type_free(&types[0]);
  MPI_Type_get_name(type, name, &length);
  CHECK(length == 0);
  MPI_Type_set_name(type, "rows");
  MPI_Type_get_name(type, name, &length);
  CHECK(length == 4 && strcmp(name, "rows") == 0);
  MPI_Type_get_name(MPI_DOUBLE_INT, name, &length);
  CHECK(strcmp(name, "MPI_DOUBLE_INT") == 0);
  MPI_Type_dup(type, &inner);
  check_type(inner, 120, 0, 160, 0, 160);
  MPI_Type_free(&inner);
  MPI_Type_free(&type);
}

/* A message that ends inside an element has no count, but basic elements. */
static void elements(void) {
  MPI_Datatype type;
  MPI_Status status;
  MPI_Count many;
  int count, values[9] = {0};
  MPI_Type_create_struct(2, (int[]){2, 1}, (MPI_Aint[]){0, 8}, (MPI_Datatype[]){MPI_INT, MPI_SHORT}, &type);
  MPI_Type_commit(&type);
  MPI_Sendrecv(values, 4, MPI_INT, next, 1, values + 4, 5, MPI_INT, before, 1, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 4);
  MPI_Status_set_elements(&status, type, 5);
  MPI_Get_count(&status, type, &count);
  CHECK(count == MPI_UNDEFINED);
  MPI_Get_elements(&status, type, &count);
  CHECK(count == 5);
  MPI_Get_elements_x(&status, type, &many);
  CHECK(many == 5);
  MPI_Status_set_elements(&status, type, 6);
  MPI_Get_count(&status, type, &count);
  CHECK(count == 2);
  MPI_Type_free(&type);
  /* More than a word has bytes, or an int elements. */
  many = (MPI_Count)5 << 31;
  int flag;
  MPI_Status_set_cancelled(&status, 1);
  MPI_Status_set_elements_x(&status, MPI_INT, many);
  MPI_Get_elements_x(&status, MPI_INT, &many);
  CHECK(many == (MPI_Count)5 << 31);
  MPI_Get_count(&status, MPI_INT, &flag);
  CHECK(flag == MPI_UNDEFINED);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag == 1);
}

static void packing(void) {
  char buffer[64];
  int position = 0, bytes, number = -7, got = 0;
  double value = 0.5, back = 0;
  MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  MPI_Pack(&value, 1, MPI_DOUBLE, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
  MPI_Pack_size(1, MPI_DOUBLE, MPI_COMM_WORLD, &bytes);
  CHECK(position >= bytes + 4);
  MPI_Sendrecv_replace(buffer, position, MPI_PACKED, next, 1, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  position = 0;
  MPI_Unpack(buffer, sizeof buffer, &position, &got, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(buffer, sizeof buffer, &position, &back, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  CHECK(got == -7 && back == 0.5);
}

/* external32 is big-endian; a long has 4 bytes there, a long double is of IEEE 754's binary128, and of a complex number the real part comes first. */
static void external(void) {
  unsigned char buffer[32];
  MPI_Aint position = 0, bytes;
  int number = 0x01020304, got = 0;
  long wide = -2, back = 0;
  MPI_Pack_external_size("external32", 1, MPI_LONG, &bytes);
  CHECK(bytes == 4);
  MPI_Pack_external("external32", &number, 1, MPI_INT, buffer, sizeof buffer, &position);
  MPI_Pack_external("external32", &wide, 1, MPI_LONG, buffer, sizeof buffer, &position);
  CHECK(position == 8 && buffer[0] == 1 && buffer[3] == 4 && buffer[4] == 0xff && buffer[7] == 0xfe);
  position = 0;
  MPI_Unpack_external("external32", buffer, sizeof buffer, &position, &got, 1, MPI_INT);
  MPI_Unpack_external("external32", buffer, sizeof buffer, &position, &back, 1, MPI_LONG);
  CHECK(got == number && back == -2);
  long double third = 1.0 / 3, again = 0;
  double complex z = 1.5 - 2 * I, same = 0;
  position = 0;
  MPI_Pack_external("external32", &third, 1, MPI_LONG_DOUBLE, buffer, sizeof buffer, &position);
  CHECK(position == 16 && memcmp(buffer, "\x3f\xfd\x55\x55\x55\x55\x55\x55\x50", 9) == 0);
  MPI_Pack_external("external32", &z, 1, MPI_C_DOUBLE_COMPLEX, buffer, sizeof buffer, &position);
  CHECK(position == 32 && buffer[16] == 0x3f && buffer[17] == 0xf8 && buffer[24] == 0xc0);
  position = 0;
  MPI_Unpack_external("external32", buffer, sizeof buffer, &position, &again, 1, MPI_LONG_DOUBLE);
  MPI_Unpack_external("external32", buffer, sizeof buffer, &position, &same, 1, MPI_C_DOUBLE_COMPLEX);
  CHECK(again == third && same == z);
}

/* Addresses in place of displacements, from MPI_BOTTOM on; a large vector by rendezvous. */
static void addresses(void) {
  enum { ROWS = 3000 };
  static int table[ROWS][5], column[ROWS];
  MPI_Datatype type;
  MPI_Aint at;
  MPI_Request request;
  for (int i = 0; i < ROWS; i++) table[i][2] = i * 3 + me;
  MPI_Get_address(&table[0][2], &at);
  MPI_Type_create_hvector(ROWS, 1, sizeof table[0], MPI_INT, &type);
  MPI_Datatype absolute;
  MPI_Type_create_hindexed(1, (int[]){1}, &at, type, &absolute);
  MPI_Type_commit(&absolute);
  MPI_Irecv(column, ROWS, MPI_INT, before, 2, MPI_COMM_WORLD, &request);
  MPI_Send(MPI_BOTTOM, 1, absolute, next, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < ROWS; i++) CHECK(column[i] == i * 3 + before);
  CHECK(MPI_Aint_diff(MPI_Aint_add(at, 12), at) == 12);
  MPI_Type_free(&type);
  MPI_Type_free(&absolute);
}

/* Columns of a matrix, whose places between them stay as they are. */
static void collectives(void) {
  enum { ROWS = 3 };
  int width = size + 1, *matrix = malloc(ROWS * width * sizeof(int)), column[ROWS], *all = malloc(ROWS * size * sizeof(int)),
      *counts = malloc(size * sizeof(int)), *places = malloc(size * sizeof(int));
  MPI_Datatype tall, type;
  MPI_Type_vector(ROWS, 1, width, MPI_INT, &tall);
  MPI_Type_create_resized(tall, 0, sizeof(int), &type);
  MPI_Type_commit(&type);
  MPI_Type_free(&tall);
  for (int i = 0; i < ROWS * width; i++) matrix[i] = me == 0 ? i : -1;
  MPI_Bcast(matrix, size, type, 0, MPI_COMM_WORLD);
  for (int i = 0; i < ROWS * width; i++) CHECK(matrix[i] == (i % width < size || me == 0 ? i : -1));
  MPI_Scatter(matrix, 1, type, column, ROWS, MPI_INT, 0, MPI_COMM_WORLD);
  for (int row = 0; row < ROWS; row++) CHECK(column[row] == row * width + me);
  for (int i = 0; i < ROWS * width; i++) matrix[i] = -1;
  MPI_Allgather(column, ROWS, MPI_INT, matrix, 1, type, MPI_COMM_WORLD);
  for (int i = 0; i < ROWS * width; i++) CHECK(matrix[i] == (i % width < size ? i : -1));
  MPI_Gather(matrix + me, 1, type, all, ROWS, MPI_INT, size - 1, MPI_COMM_WORLD);
  for (int i = 0; me == size - 1 && i < ROWS * size; i++) CHECK(all[i] == i % ROWS * width + i / ROWS);
  for (int i = 0; i < size; i++) {
    counts[i] = 1;
    places[i] = size - 1 - i;
  }
  MPI_Gatherv(column, ROWS, MPI_INT, matrix, counts, places, type, 0, MPI_COMM_WORLD);
  for (int i = 0; me == 0 && i < ROWS * width; i++)
    CHECK(matrix[i] == (i % width < size ? i / width * width + size - 1 - i % width : -1));
  for (int i = 0; i < ROWS * width; i++) matrix[i] = i % width < size ? 100 * me + i : -1;
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, matrix, 1, type, MPI_COMM_WORLD);
  for (int i = 0; i < ROWS * width; i++)
    CHECK(matrix[i] == (i % width < size ? 100 * (i % width) + i / width * width + me : -1));
  MPI_Type_free(&type);
  free(matrix);
  free(all);
  free(counts);
  free(places);
}

/* Names of Fortran's and C++'s types, and kinds by their digits. */
static void other_languages(void) {
  static const struct { MPI_Datatype type; int size; const char *name; } KINDS[] = {
      {MPI_CHARACTER, 1, "MPI_CHARACTER"}, {MPI_LOGICAL, 4, "MPI_LOGICAL"}, {MPI_INTEGER, 4, "MPI_INTEGER"}, {MPI_INTEGER8, 8, "MPI_INTEGER8"},
      {MPI_REAL, 4, "MPI_REAL"}, {MPI_DOUBLE_PRECISION, 8, "MPI_DOUBLE_PRECISION"}, {MPI_DOUBLE_COMPLEX, 16, "MPI_DOUBLE_COMPLEX"},
      {MPI_2INTEGER, 8, "MPI_2INTEGER"}, {MPI_2DOUBLE_PRECISION, 16, "MPI_2DOUBLE_PRECISION"}, {MPI_CXX_BOOL, 1, "MPI_CXX_BOOL"},
      {MPI_CXX_LONG_DOUBLE_COMPLEX, 16, "MPI_CXX_LONG_DOUBLE_COMPLEX"}};
  for (int i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
    char name[MPI_MAX_OBJECT_NAME];
    int length;
    check_type(KINDS[i].type, KINDS[i].size, 0, KINDS[i].size, 0, KINDS[i].size);
    MPI_Type_get_name(KINDS[i].type, name, &length);
    CHECK(strcmp(name, KINDS[i].name) == 0);
  }
  float least[2] = {3 - me % 2, me}, found[2];
  MPI_Allreduce(least, found, 1, MPI_2REAL, MPI_MINLOC, MPI_COMM_WORLD);
  CHECK(found[0] == (size > 1 ? 2 : 3) && found[1] == (size > 1 ? 1 : 0));
  double most[2] = {me / 2, 10 - me}, at[2];
  MPI_Allreduce(most, at, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD);
  CHECK(at[0] == (size - 1) / 2 && at[1] == 10 - (size - 1));
  double complex z = me + I, sum;
  MPI_Allreduce(&z, &sum, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == size * (size - 1) / 2 + size * I);
}

static void kinds(void) {
  MPI_Datatype real, again, whole, complex_type, row;
  int integers, addresses, datatypes, combiner, given[2];
  MPI_Type_create_f90_real(10, MPI_UNDEFINED, &real);
  MPI_Type_create_f90_real(10, MPI_UNDEFINED, &again);
  CHECK(real == again);
  check_type(real, 8, 0, 8, 0, 8);
  MPI_Type_get_envelope(real, &integers, &addresses, &datatypes, &combiner);
  CHECK(integers == 2 && addresses == 0 && datatypes == 0 && combiner == MPI_COMBINER_F90_REAL);
  MPI_Type_get_contents(real, 2, 0, 0, given, NULL, NULL);
  CHECK(given[0] == 10 && given[1] == MPI_UNDEFINED);
  MPI_Type_create_f90_integer(9, &whole);
  check_type(whole, 4, 0, 4, 0, 4);
  MPI_Type_create_f90_complex(MPI_UNDEFINED, 30, &complex_type);
  check_type(complex_type, 8, 0, 8, 0, 8);
  double one = me + 1, product;
  MPI_Allreduce(&one, &product, 1, real, MPI_SUM, MPI_COMM_WORLD);
  CHECK(product == size * (size + 1) / 2);
  MPI_Type_contiguous(3, real, &row);
  MPI_Type_get_contents(row, 1, 0, 1, given, NULL, &again);
  CHECK(again == real);
  MPI_Type_free(&row);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK(MPI_Type_create_f90_integer(19, &whole) == MPI_ERR_ARG);
  CHECK(MPI_Type_create_f90_real(16, 10, &whole) == MPI_ERR_ARG);
  CHECK(MPI_Type_free(&real) == MPI_ERR_TYPE);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (me + 1) % size;
  before = (me + size - 1) % size;
  vectors();
  alignments();
  indexed();
  structs();
  arrays();
  contents();
  elements();
  packing();
  external();
  addresses();
  collectives();
  other_languages();
  kinds();
  MPI_Finalize();
  return 0;
}
