// Misuse of operations on whole arrays and patches of Global Arrays: the call, the argument, its value, the rule, the place.
// networks: smp verbs
#include <ga.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), square[] = {4, 4}, wide[] = {4, 6}, five[] = {5};
  int lo[] = {0, 1}, hi[] = {1, 4}, in_lo[] = {0, 1}, in_hi[] = {1, 2}, all_lo[] = {0, 0}, all_hi[] = {3, 3}, index[2];
  double one = 1, zero = 0, value[3], eval[6];
  if (mode == 0) GA_Fill(-1000, &one); // 2: GA_Fill: before GA_Initialize
  GA_Initialize();
  int a = NGA_Create(C_DBL, 2, square, "a", NULL), b = NGA_Create(C_DBL, 2, wide, "b", NULL), c = NGA_Create(C_INT, 2, square, "c", NULL);
  int v = NGA_Create(C_DBL, 1, five, "v", NULL), d = NGA_Create(C_DBL, 2, square, "d", NULL);
  switch (mode) {
  case 1: // 2: GA_Zero: g_a is 7
    GA_Zero(7);
  case 2: // 2: NGA_Fill_patch: the patch g_a lo:hi = 
    NGA_Fill_patch(a, lo, hi, &one);
  case 3: // 2: GA_Copy: g_b is -1000: it is another array than g_a at @+1
    GA_Copy(a, a);
  case 4: // 2: GA_Copy: g_b is -999: it has the dimensions of g_a at @+1
    GA_Copy(a, b);
  case 5: // 2: GA_Add: g_b is -998: all arrays are of one type at @+1
    GA_Add(&one, a, &one, c, a);
  case 6: // 2: GA_Elem_multiply: g_b is -999: all patches have the same number of elements at @+1
    GA_Elem_multiply(a, b, a);
  case 7: // 2: GA_Idot: g_a is -1000: the array's elements are of the type of the function's result at @+1
    GA_Idot(a, a);
  case 8: // 2: GA_Recip: g_a is 0: an element is 0, which has no reciprocal at @+2
    GA_Zero(a);
    GA_Recip(a);
  case 9: // 2: GA_Dgemm: ta is 120: it is 'n', 't' or 'c', of either case; this is the character's code at @+1
    GA_Dgemm('x', 'n', 4, 4, 4, 1, a, d, 0, a);
  case 10: // 2: GA_Dgemm: g_c is -1000: it is another array than g_a at @+1
    GA_Dgemm('n', 'n', 4, 4, 4, 1, a, d, 0, a);
  case 11: // 2: GA_Dgemm: the patch g_b lo:hi = 
    GA_Dgemm('n', 'n', 4, 4, 5, 1, b, d, 0, a);
  case 12: // 2: GA_Sgemm: g_c is -996: the arrays are of the type that is in the function's name at @+1
    GA_Sgemm('n', 'n', 4, 4, 4, 1, a, b, 0, d);
  case 13: // 2: NGA_Matmul_patch: g_b is 2: op(B) has as many rows as op(A) has columns; this is its number at @+1
    NGA_Matmul_patch('n', 'n', &one, &zero, a, all_lo, all_hi, b, in_lo, in_hi, d, in_lo, in_hi);
  case 14: // 2: GA_Transpose: g_b is -996: it has as many rows as g_a has columns
    GA_Transpose(b, d);
  case 15: // 2: GA_Symmetrize: g_a is 6: the matrix is square; this is its number of columns at @+1
    GA_Symmetrize(b);
  case 16: // 2: GA_Add_diagonal: g_v is 5: the array has as many elements as the diagonal
    GA_Add_diagonal(a, v);
  case 17: // 2: GA_Lu_solve: g_a is 1: the matrix is singular: this is the number, from 1, of the first line that depends on those before it at @+2
    GA_Zero(a);
    GA_Lu_solve('n', a, d);
  case 18: // 2: GA_Lu_solve: g_b is 6: each row of the array has as many elements as one of g_a; this is its number of them at @+1
    GA_Lu_solve('n', a, b);
  case 19: // 2: GA_Diag: g_s is 1: the matrix is positive definite; this is the order of the first leading minor that is not at @+2
    GA_Zero(d);
    GA_Diag(a, d, a, eval);
  case 20: // 2: GA_Diag_std: g_a is -998: the array's elements are of the type C_DBL at @+1
    GA_Diag_std(c, a, eval);
  case 21: // 2: NGA_Select_elem: op is 97: it is "min" or "max"; this is the code of its first character at @+1
    NGA_Select_elem(a, "any", value, index);
  case 22: // 2: GA_Scan_add: g_src is -1000: the array has one dimension at @+1
    GA_Scan_add(a, v, v, 0, 3, 0);
  case 23: // 2: GA_Step_max: g_a is -1: no element is negative at @+3
    one = -1;
    GA_Fill(a, &one);
    GA_Step_max(a, d, value);
  case 24: // 2: GA_Scan_copy: g_dest is -997: it is another array than g_src at @+1
    GA_Scan_copy(v, v, v, 0, 4);
  case 25: // 2: NGA_Copy_patch: g_b is -1000: the two patches of one array do not overlap at @+1
    NGA_Copy_patch('n', a, in_lo, in_hi, a, in_lo, in_hi);
  }
  GA_Terminate();
  return 0;
}
