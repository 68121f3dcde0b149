// Errors with sections and coshapes. Behind a case: the number of threads, and the text that standard error contains.
#include <coarray.h>
#include <stdlib.h>
#include <upc.h>

int a[10]:[*], two[4][6]:[*], b[10];
int grid:[2][*];
int wide[3]:[3][2][*];
int *open:[][];

static int element(int n, int *p:[n][*], int i, int j) { return p[0]:[i][j]; }

int main(int argc, char **argv) {
  int me = this_image(), all = num_images(), n = argc + 1, zero = n - 3, *p = b;
  switch (atoi(argv[1])) {
  case 1: // 2: dimension 0 of the section has 3 elements, on the left it has 4 at @+1
    a[0:n + 1]:[0] = b[2:n];
    break;
  case 2: // 2: dimension 1 of the section has 2 elements, on the left it has 3 at @+1
    two[0:2][1:n] = two[:2][:n - 1]:[1];
    break;
  case 3: // 2: the section has -3 elements: its length must be positive, or 0 for nothing to be done at @+1
    a[5:-n] = 1;
    break;
  case 4: // 2: the step of the section is 0 at @+1
    a[5:n:zero] = b[0:n];
    break;
  case 5: // 2: dimension 0 of the section has 5 elements, on the left it has 4 at @+1
    b[0:4] = 2 * a[0:5 + zero]:[1] + 1;
    break;
  case 6: // 3: index 2 is not in its codimension, 0 .. 1 at @+1
    return grid:[n - 1][0];
  case 7: // 3: index 3 is not in its codimension, 0 .. 2 at @+1
    return wide[0]:[n][0][0];
  case 8: // 3: image 4 is not in 0 .. 2: num_images() is 3 at @+1
    return grid:[0][n - 1];
  case 9: // 3: index 3 is not in its codimension, 0 .. 2 at
    return element(n, a, n, 0);
  case 10: // 2: codimension 3 is not in 0 .. 2 at @+1
    return coshape(wide, n);
  case 11: // 2: image 2 is not in 0 .. 1: num_images() is 2 at @+1
    a[:]:[all] = b[:];
    break;
  case 12: // 2: array assignment: destination: 20 bytes at
    p = 0;
    p[0:n:2] = b[0:n];
    break;
  case 13: // 2: coshape(0x0): not what xmp_comalloc has given
    return open[0]:[0][0];
  }
  return 0;
}
