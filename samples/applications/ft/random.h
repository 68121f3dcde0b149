/* NPB's random numbers: x[k+1] = 5^13 x[k] mod 2^46, as numbers in (0, 1). The product is made of 23-bit halves. */
#define MULTIPLIER 1220703125.0
#define R23 0x1p-23
#define T23 0x1p23
#define R46 0x1p-46
#define T46 0x1p46

/* x = a x mod 2^46 */
static double randomStep(double *x, double a) {
  double a1 = (int)(R23 * a), a2 = a - T23 * a1;
  double x1 = (int)(R23 * *x), x2 = *x - T23 * x1;
  double t1 = a1 * x2 + a2 * x1;
  double z = t1 - T23 * (int)(R23 * t1);
  double t3 = T23 * z + a2 * x2;
  *x = t3 - T46 * floor(R46 * t3);
  return R46 * *x;
}

/* Moves the seed `count` numbers on. */
static void randomSkip(double *seed, double count) {
  double power = MULTIPLIER;
  while (count >= 1) {
    double half = floor(count / 2);
    if (count - 2 * half == 1) randomStep(seed, power);
    double square = power;
    randomStep(&power, square);
    count = half;
  }
}

static void randomFill(double *seed, int count, double *numbers) {
  for (int i = 0; i < count; i++) numbers[i] = randomStep(seed, MULTIPLIER);
}
