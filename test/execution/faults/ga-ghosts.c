// Misuse of ghost cells, mirrored arrays and texts: the call, the argument, its value, the rule, the place.
// networks: smp pami
#include <ga.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), dims[] = {6, 6}, width[] = {1, 1}, lo[] = {0, 0}, hi[] = {3, 3}, buf[64], ld[] = {0}, mask[] = {0, 0};
  ga_nbhdl_t handle;
  switch (mode) {
  case 0: // 1: GA_Update_ghosts: before GA_Initialize; call that first at @+1
    GA_Update_ghosts(-1000);
  }
  GA_Initialize();
  int ghosts = NGA_Create_ghosts(C_INT, 2, dims, width, "ghosts", NULL), reals = NGA_Create(C_DBL, 2, dims, "reals", NULL);
  int line = NGA_Create(C_INT, 1, dims, "line", NULL);
  switch (mode) {
  case 1: // 2: GA_Update_ghosts: g_a is 7: no array has had this handle at @+1
    GA_Update_ghosts(7);
  case 2: // 2: NGA_Update_ghost_dir: dimension is 2: dimensions are 0 .. 1 at @+1
    NGA_Update_ghost_dir(ghosts, 2, 1, 1);
  case 3: // 2: NGA_Update_ghost_dir: idir is 0: it is 1 or -1 at @+1
    NGA_Update_ghost_dir(ghosts, 1, 0, 1);
  case 4: // 1: NGA_NbGet_ghost_dir: mask is 0 in all dimensions: that is the block itself; some number is -1 or 1 at @+1
    NGA_NbGet_ghost_dir(ghosts, mask, &handle);
  case 5: // 1: NGA_NbGet_ghost_dir: mask[1] is 2: it is -1, 0 or 1 at @+2
    mask[1] = 2;
    NGA_NbGet_ghost_dir(ghosts, mask, &handle);
  case 6: // 1: NGA_Get_ghost_block: ld[0] is 0: it is 1 or more at @+1
    NGA_Get_ghost_block(ghosts, lo, hi, buf, ld);
  case 7: // 2: GA_Print: g_a is 12: no array has had this handle at @+1
    GA_Print(12);
  case 8: // 2: NGA_Print_patch: the patch lo:hi = [0:3,0:9] of array 'ghosts': it is not all in the array in dimension 1; the array is [0:5,0:5] at @+2
    hi[1] = 9;
    NGA_Print_patch(ghosts, lo, hi, 1);
  case 9: // 1: GA_Print_patch: g_a is -998: it has 1 dimensions; this function prints those with 2, call NGA_Print_patch at @+1
    GA_Print_patch(line, 0, 1, 0, 1, 1);
  case 10: // 1: NGA_Merge_distr_patch: g_b is -999: it has as many dimensions as g_a (-1000), and elements of its type at @+1
    NGA_Merge_distr_patch(ghosts, lo, hi, reals, lo, hi);
  }
  GA_Terminate();
  return 0;
}
