/*
 * The two-electron integrals of two water molecules in STO-3G, with the SCF sample's functions: exp, sqrt, pow, Boys'
 * function by series. And attraction of s functions through Boys' function in closed form, by erf.
 * exp, erf and pow may differ in the last place between C libraries, and so may the results.
 */
#include "kernel.h"
#include <math.h>
#define PI 3.14159265358979323846
#include "../../../../samples/applications/scf/molecule.h"
#include "../../../../samples/applications/scf/integrals.h"
#define WATERS 2
#define CLOSED_FORMS 400000
static double sumOfIntegrals, largest, attraction;

static void prepare(void) {
  if (atomCount == 0) addWaters(WATERS);
  sumOfIntegrals = largest = attraction = 0;
}

static void add(int i, int j, int k, int l) {
  double v[81];
  repulsion(&shells[i], &shells[j], &shells[k], &shells[l], v);
  for (int f = 0; f < 81; f++) {
    sumOfIntegrals += v[f];
    largest = fmax(largest, fabs(v[f]));
  }
}

/* Every quartet of shells i >= j, k >= l with (k, l) on or before (i, j) once. */
static void integrals(void) {
  for (int i = 0; i < shellCount; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k <= i; k++)
        for (int l = 0; l <= (k == i ? j : k); l++) add(i, j, k, l);
}

/* F_0(t) = sqrt(pi / t) erf(sqrt(t)) / 2 */
static double boysZero(double t) { return t < 1e-8 ? 1 - t / 3 : 0.5 * sqrt(PI / t) * erf(sqrt(t)); }

static void attractions(void) {
  for (int i = 0; i < CLOSED_FORMS; i++) {
    double exponent = 0.2 + 1e-5 * i, distance = 1e-4 * (i % 50000);
    attraction -= 2 * PI / exponent * exp(-0.1 * distance) * boysZero(exponent * distance * distance);
  }
}

static void work(void) {
  integrals();
  attractions();
}

/* Boys' two forms agree, and the largest integral is that of oxygen's inner shell with itself: 4.785 hartree. */
static int plausible(void) {
  for (double t = 0.01; t < 40; t *= 1.5) {
    double f[1];
    boys(0, t, f);
    if (!(fabs(f[0] - boysZero(t)) < 1e-14)) return 0;
  }
  return fabs(largest - 4.785) < 1e-3;
}

int main(void) {
  measure(prepare, work);
  result("integrals", sumOfIntegrals);
  result("largest", largest);
  result("attraction", attraction);
  return verdict(plausible());
}
