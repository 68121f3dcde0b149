/*
 * Lattice Boltzmann simulation over Global Arrays: D2Q9 with one relaxation time, the border of each patch in ghost cells.
 *
 *     pgasc run samples/ga/lattice.c -n 4 [height [width [relaxation time]]]
 *
 * The kernel of figure 13 of Vishnu et al. (ARMCI over PAMI, IPDPS 2013): collide, GA_Update_ghosts, stream; it prints the
 * times of computation and of ghosts. Two flows are checked:
 * - a periodic box with a random start: mass and momentum stay, but for rounding;
 * - a channel with walls half a cell outside (bounce-back), driven by a force (Guo, Zheng, Shi, Phys. Rev. E 65, 046308, 2002)
 *   from rest for a time that leaves 1e-7 of the start: mass stays, and the profile is Poiseuille's parabola but for the slip
 *   at the walls, force / (2 nu) |16 L - 3| / 12 with L = (tau - 1/2)^2 (Ginzburg, d'Humieres, Phys. Rev. E 68, 066614, 2003).
 */
#include <float.h>
#include <ga.h>
#include <macdecls.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#if __has_include(<pgas_sim.h>)
#include <pgas_sim.h>
#else /* Of another compiler: the marks mean nothing. */
#define PGAS_PHANTOM(allocation) (allocation)
#define PGAS_KERNEL(call, ...) call
#endif

#define PI 3.14159265358979323846
#define Q 9

/* The nine velocities, their weights, and the opposite of each. */
static const int CX[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, CY[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double WEIGHT[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static const int OPPOSITE[Q] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

static int height, width;
static double tau;
static int collided;         /* the array [height][width][Q], with one ghost cell on each side */
static int rows, columns;    /* of this process's patch */
static int firstRow, firstColumn;
static double *cells;        /* what arrived in this patch, [rows][columns][Q] */
static double ghostSeconds, computeSeconds;

typedef struct {
  double mass, x, y;
} total_t;

static double *cell(int row, int column) { return cells + ((size_t)row * columns + column) * Q; }

static double equilibrium(int q, double density, double x, double y) {
  double c = CX[q] * x + CY[q] * y;
  return WEIGHT[q] * density * (1 + 3 * c + 4.5 * c * c - 1.5 * (x * x + y * y));
}

static void moments(const double *f, total_t *m) {
  m->mass = m->x = m->y = 0;
  for (int q = 0; q < Q; q++) {
    m->mass += f[q];
    m->x += f[q] * CX[q];
    m->y += f[q] * CY[q];
  }
}

/* Relaxes a cell towards equilibrium, with a force along x. */
static void collide(const double *f, double force, double *to) {
  total_t m;
  moments(f, &m);
  double x = (m.x + force / 2) / m.mass, y = m.y / m.mass;
  for (int q = 0; q < Q; q++) {
    double push = (1 - 0.5 / tau) * WEIGHT[q] * force * (3 * (CX[q] - x) + 9 * (CX[q] * x + CY[q] * y) * CX[q]);
    to[q] = f[q] - (f[q] - equilibrium(q, m.mass, x, y)) / tau + push;
  }
}

/* The patch in the array with its ghost cells: `*stride` from one row to the next, both in doubles. */
static double *patch(int *stride) {
  int dims[3], ld[2];
  double *p;
  NGA_Access_ghosts(collided, dims, &p, ld);
  *stride = ld[0] * ld[1];
  return p;
}

static void collidePatch(double force, double *post, int stride) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) collide(cell(r, c), force, post + (r + 1) * stride + (c + 1) * Q);
}

static void collideAll(double force) {
  int stride;
  double *post = patch(&stride);
  PGAS_KERNEL(collidePatch(force, post, stride), rows, columns);
  NGA_Release_update_ghosts(collided);
}

/* What comes to a cell from its neighbours; from a wall comes what went there. */
static void streamPatch(int walls, const double *post, int stride) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++)
      for (int q = 0; q < Q; q++) {
        int from = firstRow + r - CY[q], outside = walls && (from < 0 || from >= height);
        cell(r, c)[q] = outside ? post[(r + 1) * stride + (c + 1) * Q + OPPOSITE[q]]
                                : post[(r + 1 - CY[q]) * stride + (c + 1 - CX[q]) * Q + q];
      }
}

static void stream(int walls) {
  int stride;
  const double *post = patch(&stride);
  PGAS_KERNEL(streamPatch(walls, post, stride), rows, columns, walls);
  NGA_Release_ghosts(collided);
}

static void step(int walls, double force) {
  double start = MPI_Wtime();
  collideAll(force);
  double collision = MPI_Wtime();
  GA_Update_ghosts(collided); /* waits for all before and behind: nobody collides into what others still get */
  double updated = MPI_Wtime();
  stream(walls);
  ghostSeconds += updated - collision;
  computeSeconds += collision - start + MPI_Wtime() - updated;
}

static total_t totals(void) {
  total_t sum = {0, 0, 0}, m;
  for (int k = 0; k < rows * columns; k++) {
    moments(cells + (size_t)k * Q, &m);
    sum.mass += m.mass;
    sum.x += m.x;
    sum.y += m.y;
  }
  GA_Dgop((double *)&sum, 3, "+");
  return sum;
}

static double noise(unsigned h) {
  h = (h ^ h >> 15) * 2246822519u;
  return (h ^ h >> 13) / 4294967296.0 - 0.5;
}

/* Density 1 and rest, and with an amplitude random deviations that depend on the place alone. */
static void start(double amplitude) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) {
      unsigned place = 3u * ((firstRow + r) * width + firstColumn + c);
      double x = amplitude * noise(place), y = amplitude * noise(place + 1), density = 1 + amplitude * noise(place + 2);
      for (int q = 0; q < Q; q++) cell(r, c)[q] = equilibrium(q, density, x, y);
    }
}

/* A cell's mass is 1, and a collision rounds it by less than four units of the last place. */
static double roundingBound(int steps) { return 4 * DBL_EPSILON * height * width * steps; }

static int checkConserved(const char *what, double change, double bound) {
  if (GA_Nodeid() == 0) printf(" change of %-10s %10.2e, bound %.2e\n", what, change, bound);
  return fabs(change) <= bound;
}

static int periodicBox(void) {
  int steps = 50;
  start(0.1);
  total_t before = totals();
  for (int s = 0; s < steps; s++) step(0, 0);
  total_t after = totals();
  double bound = roundingBound(steps);
  int mass = checkConserved("mass", after.mass - before.mass, bound);
  int x = checkConserved("momentum x", after.x - before.x, bound), y = checkConserved("momentum y", after.y - before.y, bound);
  return mass && x && y;
}

/* The largest difference of the velocity from the parabola, and of the velocity across from 0. */
static double profileError(double force, double nu) {
  double largest = 0;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) {
      total_t m;
      moments(cell(r, c), &m);
      double at = firstRow + r + 0.5, exact = force / (2 * nu) * at * (height - at);
      largest = fmax(largest, fmax(fabs((m.x + force / 2) / m.mass - exact), fabs(m.y / m.mass)));
    }
  GA_Dgop(&largest, 1, "max");
  return largest;
}

static int channel(void) {
  double nu = (tau - 0.5) / 3, top = 0.01, force = 8 * nu * top / ((double)height * height);
  double rate = PI * PI * nu / ((double)height * height);
  int steps = (int)ceil(log(1e7) / rate);
  start(0);
  total_t before = totals();
  for (int s = 0; s < steps; s++) step(1, force);
  double slip = force / (2 * nu) * fabs(16 * (tau - 0.5) * (tau - 0.5) - 3) / 12;
  double error = profileError(force, nu), bound = slip + 1e-6 * top;
  if (GA_Nodeid() == 0) {
    printf(" channel: %d steps, viscosity %.4f, largest velocity %.4f\n", steps, nu, top);
    printf(" difference from Poiseuille's profile %.6e, bound %.6e\n", error, bound);
  }
  return checkConserved("mass", totals().mass - before.mass, roundingBound(steps)) && error <= bound;
}

static void setUp(int argc, char **argv) {
  height = argc > 1 ? atoi(argv[1]) : 8;
  width = argc > 2 ? atoi(argv[2]) : 16;
  tau = argc > 3 ? atof(argv[3]) : 1.2;
  if (height < 1 || width < 1 || !(tau > 0.5)) GA_Error("lattice: give a height, a width and a relaxation time over 0.5", 2);
  int dims[] = {height, width, Q}, ghosts[] = {1, 1, 0}, chunk[] = {-1, -1, Q}, lo[3], hi[3];
  collided = NGA_Create_ghosts(C_DBL, 3, dims, ghosts, "collided", chunk);
  if (!collided) GA_Error("lattice: no memory for a lattice of height", height);
  NGA_Distribution(collided, GA_Nodeid(), lo, hi);
  firstRow = lo[0];
  firstColumn = lo[1];
  rows = hi[0] - lo[0] + 1;
  columns = hi[1] - lo[1] + 1;
  cells = PGAS_PHANTOM(malloc((size_t)rows * columns * Q * sizeof(double)));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  GA_Initialize();
  MA_init(C_DBL, 100000, 100000);
  setUp(argc, argv);
  int box = periodicBox(), flow = channel();
  double times[] = {computeSeconds, ghostSeconds};
  GA_Dgop(times, 2, "max");
  if (GA_Nodeid() == 0) {
    printf(" lattice %d x %d, processes %d; computation %.3f s, ghosts %.3f s\n", height, width, GA_Nnodes(), times[0], times[1]);
    printf(" %s\n", box && flow ? "Solution validates" : "Solution does not validate");
  }
  GA_Destroy(collided);
  GA_Terminate();
  MPI_Finalize();
  return box && flow ? 0 : 1.2;
}
