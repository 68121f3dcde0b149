/*
 * The lattice Boltzmann sample's periodic box alone, for strong scaling (Vishnu et al., figure 13): height and width are arguments. Its check holds:
 * mass and momentum stay.
 * With --phantom nothing is computed, so nothing is checked.
 */
#define main sample
#include "../../../samples/ga/lattice.c"
#undef main

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  GA_Initialize();
  MA_init(C_DBL, 100000, 100000);
  setUp(argc, argv);
  int holds = periodicBox();
  double times[] = {computeSeconds * 1e3, ghostSeconds * 1e3};
  GA_Dgop(times, 2, "max");
  if (GA_Nodeid() == 0) printf(" processes %d; computation %.6f ms, ghosts %.6f ms\n", GA_Nnodes(), times[0], times[1]);
  GA_Destroy(collided);
  GA_Terminate();
  MPI_Finalize();
  return holds || pgas_is_phantom(cells) ? 0 : 1;
}
