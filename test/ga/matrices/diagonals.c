/* The diagonal, rows and columns of a matrix; transposes and symmetric parts. */
#include "elements.h"

enum { SET, ADD, SHIFT, ZERO, ROWS, COLUMNS, OPERATIONS };

static Number expected(int operation, int type, Number x, int i, int j) {
  int is_on = i == j;
  Number c = {3, type == C_SCPL || type == C_DCPL ? -1 : 0};
  switch (operation) {
    case SET: return is_on ? element_of(type, 2, i) : x;
    case ADD: return is_on ? plus(x, element_of(type, 2, i)) : x;
    case SHIFT: return is_on ? plus(x, c) : x;
    case ZERO: return is_on ? (Number){0, 0} : x;
    default: return times(x, element_of(type, 2, operation == ROWS ? i : j));
  }
}

static void operate(int operation, int type, int a, int v) {
  Value c = value_of(type, 3, -1);
  switch (operation) {
    case SET: GA_Set_diagonal(a, v); break;
    case ADD: GA_Add_diagonal(a, v); break;
    case SHIFT: GA_Shift_diagonal(a, &c); break;
    case ZERO: GA_Zero_diagonal(a); break;
    case ROWS: GA_Scale_rows(a, v); break;
    case COLUMNS: GA_Scale_cols(a, v); break;
  }
}

static void one(int operation, int type, int dims[], int layout) {
  int least = dims[0] < dims[1] ? dims[0] : dims[1], length[] = {operation == ROWS ? dims[0] : operation == COLUMNS ? dims[1] : least};
  int a = filled(type, 2, dims, layout, 1), v = filled(type, 1, length, REGULAR, 2);
  operate(operation, type, a, v);
  void *result = all_of(a);
  for (int i = 0; i < dims[0]; i++)
    for (int j = 0; j < dims[1]; j++) {
      Number want = expected(operation, type, element_of(type, 1, i * dims[1] + j), i, j), is = load(type, result, i * dims[1] + j);
      CHECK(near(type, want, is), "operation %d type %d layout %d (%d, %d): %g %g, not %g %g", operation, type, layout, i, j, is.re, is.im,
            want.re, want.im);
    }
  free(result);
  GA_Destroy(a);
  GA_Destroy(v);
}

static void get_diagonal(int type, int dims[], int layout) {
  int length[] = {dims[0] < dims[1] ? dims[0] : dims[1]}, a = filled(type, 2, dims, layout, 1), v = filled(type, 1, length, REGULAR, 2);
  GA_Get_diag(a, v);
  void *result = all_of(v);
  for (int i = 0; i < length[0]; i++) {
    Number want = element_of(type, 1, i * dims[1] + i), is = load(type, result, i);
    CHECK(near(type, want, is), "type %d layout %d element %d: %g, not %g", type, layout, i, is.re, want.re);
  }
  free(result);
  GA_Destroy(a);
  GA_Destroy(v);
}

static void transpose(int type, int dims[], int layout) {
  int turned[] = {dims[1], dims[0]}, a = filled(type, 2, dims, layout, 1), b = filled(type, 2, turned, (layout + 1) % LAYOUTS, 2);
  GA_Transpose(a, b);
  void *result = all_of(b);
  for (int i = 0; i < dims[0]; i++)
    for (int j = 0; j < dims[1]; j++) {
      Number want = element_of(type, 1, i * dims[1] + j), is = load(type, result, j * dims[0] + i);
      CHECK(near(type, want, is), "type %d layout %d (%d, %d): %g, not %g", type, layout, j, i, is.re, want.re);
    }
  free(result);
  GA_Destroy(a);
  GA_Destroy(b);
}

static void symmetrize(int n, int layout) {
  int dims[] = {n, n}, a = filled(C_DBL, 2, dims, layout, 1);
  GA_Symmetrize(a);
  double *result = all_of(a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double want = (element(1, i * n + j).re + element(1, j * n + i).re) / 2;
      CHECK(result[i * n + j] == want, "layout %d (%d, %d): %g, not %g", layout, i, j, result[i * n + j], want);
    }
  free(result);
  GA_Destroy(a);
}

int main(void) {
  static int shapes[][2] = {{1, 1}, {7, 7}, {13, 5}, {3, 11}};
  begin();
  for (int t = 0, turn = 0; t < TYPES; t++)
    for (int layout = 0; layout < LAYOUTS; layout++, turn++) {
      int *dims = shapes[(turn + turn / 4) % 4], *square = shapes[turn % 2];
      for (int operation = turn % 2; operation < OPERATIONS; operation += 2) one(operation, types[t], operation < ROWS ? square : dims, layout);
      get_diagonal(types[t], square, layout);
      transpose(types[t], dims, layout);
    }
  for (int layout = 0; layout < LAYOUTS; layout++) {
    symmetrize(1, layout);
    symmetrize(11, layout);
  }
  return finish();
}
