/* Texts of arrays, patches, distributions, to a file and to standard output, letter by letter. */
#include "check.h"
#include <string.h>
#include <unistd.h>

static char text[8000];

/* Standard output of process 0 goes to a file from here on. */
static int saved = -1, file = -1;
static void capture(void) {
  char name[] = "/tmp/printing-XXXXXX";
  if (GA_Nodeid() != 0) return;
  fflush(stdout);
  saved = dup(1);
  file = mkstemp(name);
  unlink(name);
  dup2(file, 1);
}

/* What has come since then. */
static const char *captured(void) {
  text[0] = 0;
  if (GA_Nodeid() != 0) return text;
  fflush(stdout);
  dup2(saved, 1);
  close(saved);
  lseek(file, 0, SEEK_SET);
  int n = read(file, text, sizeof text - 1);
  close(file);
  text[n < 0 ? 0 : n] = 0;
  return text;
}

/* Compares with a text that has the handle of an array where it says %d. */
static void is(int g, const char *with_handle, int line) {
  const char *got = captured();
  char expected[8000];
  snprintf(expected, sizeof expected, with_handle, g);
  if (GA_Nodeid() != 0 || strcmp(got, expected) == 0) return;
  fprintf(stderr, "line %d: expected\n%s\ngot\n%s\n", line, expected, got);
  failures++;
}

/* Element i of all, in C's order, is i * step - 2. */
static int array(int type, int ndim, int dims[], const char *name, double step) {
  int g = NGA_Create(type, ndim, dims, (char *)name, NULL), lo[3] = {0}, hi[3], ld[2], n = 1;
  union {
    int i[64];
    long l[64];
    float f[64];
    double d[64];
  } u;
  for (int d = 0; d < ndim; n *= dims[d++]) {
    hi[d] = dims[d] - 1;
    if (d > 0) ld[d - 1] = dims[d];
  }
  for (int i = 0; i < n; i++) {
    double value = i * step - 2;
    if (type == C_INT) u.i[i] = value;
    else if (type == C_LONG) u.l[i] = value;
    else if (type == C_FLOAT) u.f[i] = value;
    else if (type == C_DBL) u.d[i] = value;
    else u.d[2 * i] = value, u.d[2 * i + 1] = -value;
  }
  if (GA_Nodeid() == 0) NGA_Put(g, lo, hi, &u, ld);
  GA_Sync();
  return g;
}

static void numbers(void) {
  int line[] = {4}, plane[] = {7, 2}, lo[] = {5, 0}, hi[] = {6, 1}, first = 1, last = 2;
  int g = array(C_INT, 1, line, "line", 100);
  capture();
  GA_Print(g);
  is(g, "\n global array: line[1:4],  handle: %d \n"
     "   1         -2\n   2         98\n   3        198\n   4        298\n", __LINE__);
  capture();
  NGA_Print_patch(g, &first, &last, 0);
  is(g, "\n global array: line[2:3],  handle: %d \nline(2) = 98\nline(3) = 198\n", __LINE__);
  GA_Destroy(g);

  g = array(C_DBL, 2, plane, "plane", 12500.25);
  capture();
  GA_Print(g);
  is(g, "\n global array: plane[1:2,1:7],  handle: %d \n\n"
     "            1           2           3           4           5           6  \n"
     "       ----------- ----------- ----------- ----------- ----------- -----------\n"
     "   1      -2.00000 24998.50000 49999.00000 74999.50000 1.00000e+05 1.25000e+05\n"
     "   2   12498.25000 37498.75000 62499.25000 87499.75000 1.12500e+05 1.37501e+05\n\n"
     "            7  \n       -----------\n   1   1.50001e+05\n   2   1.62501e+05\n", __LINE__);
  capture();
  NGA_Print_patch(g, lo, hi, 0);
  is(g, "\n global array: plane[1:2,6:7],  handle: %d \nplane(1,6) = 1.250005e+05\nplane(2,6) = 1.375008e+05\n"
     "plane(1,7) = 1.500010e+05\nplane(2,7) = 1.625012e+05\n", __LINE__);
  GA_Destroy(g);
}

static void planes(void) {
  int box[] = {2, 1, 2}, two[] = {2, 1};
  char expected[400];
  int g = array(C_FLOAT, 3, box, "box", 0.5);
  capture();
  GA_Print(g);
  is(g, "\n global array: box[1:2,1:1,1:2],  handle: %d \n\n -- patch: box[1:2,1:1,1]\n\n"
     "           1  \n       --------\n   1      -2.00000\n   2      -1.50000\n\n -- patch: box[1:2,1:1,2]\n\n"
     "           1  \n       --------\n   1      -1.00000\n   2      -0.50000\n", __LINE__);
  GA_Destroy(g);
  g = array(C_DCPL, 2, two, "complex", 1);
  FILE *to = tmpfile();
  GA_Print_file(to, g);
  if (GA_Nodeid() == 0) {
    rewind(to);
    text[fread(text, 1, sizeof text - 1, to)] = 0;
    sprintf(expected, "\n global array: complex[1:1,1:2],  handle: %d \n\n"
                      "                     1                       2  \n"
                      "       ----------------------- -----------------------\n"
                      "   1      -2.00000,    2.00000    -1.00000,    1.00000\n", g);
    CHECK(strcmp(text, expected) == 0);
  }
  fclose(to);
  GA_Destroy(g);
}

/* Whose is what, as NGA_Distribution tells it. */
static void distributions(void) {
  int dims[] = {9, 20}, lo[2], hi[2], n = GA_Nnodes();
  char expected[4000];
  int g = NGA_Create(C_LONG, 2, dims, "dealt", NULL);
  char *end = expected + sprintf(expected, "Array Handle=%%d Name:'dealt' Data Type:long\nArray Dimensions:9x20\n");
  for (int p = 0; p < n; p++) {
    NGA_Distribution(g, p, lo, hi);
    end += sprintf(end, "Process=%d\t owns array section: [%d:%d,%d:%d] \n", p, lo[0], hi[0], lo[1], hi[1]);
  }
  capture();
  GA_Print_distribution(g);
  is(g, expected, __LINE__);

  end = expected + sprintf(expected, " Summary of allocated global arrays\n-----------------------------------\n"
                                     "  array 0 => long dealt(20,9),  handle: %%d \n");
  for (int p = 0; p < n; p++) {
    NGA_Distribution(g, p, lo, hi);
    end += sprintf(end, "    (%d:%d,%d:%d) -> %d \n", lo[1] + 1, hi[1] + 1, lo[0] + 1, hi[0] + 1, p);
  }
  sprintf(end, "\n\n");
  capture();
  if (GA_Nodeid() == 0) GA_Summarize(1);
  is(g, expected, __LINE__);
  GA_Destroy(g);
}

int main(void) {
  GA_Initialize();
  numbers();
  planes();
  distributions();
  return finish();
}
