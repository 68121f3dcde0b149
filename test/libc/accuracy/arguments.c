/*
 * Writes the results of libm's functions: for each the number of the function, its arguments and what it gives, as four
 * doubles. Arguments are random in ranges where something changes: near multiples of pi/2, near 1, at the ends of the
 * range of results, huge, subnormal. First argument: how many of each; second: the file.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;
static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static double of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, 8);
  return x;
}

static double between(double least, double most) { return least + (most - least) * ((draw() >> 11) * 0x1p-53); }
static double finite_one(void) {
  double x;
  do x = of_bits(draw());
  while (!isfinite(x));
  return x;
}
static double subnormal(void) { return of_bits(draw() >> 12); }
/* Of either sign, with an exponent in the range. */
static double sized(double least, double most) {
  double x = ldexp(between(1, 2), (int)between(least, most));
  return draw() & 1 ? -x : x;
}
static double near_multiple_of_quarter(void) {
  double k = floor(draw() & 1 ? between(-200, 200) : between(-4000000, 4000000));
  return k * M_PI_2 * (1 + ((int)(draw() % 5) - 2) * 0x1p-52);
}

static FILE *file;
static int count;
static double number = -1;

static void tell(double x, double y, double result) {
  double record[4] = {number, x, y, result};
  fwrite(record, 8, 4, file);
}

#define EACH(body) \
  number++; \
  for (int i = 0; i < count; i++) { body }
#define AT(f, x) do { double at = x; tell(at, 0, f(at)); } while (0);
#define AT_2(f, x, y) do { double at = x, and = y; tell(at, and, f(at, and)); } while (0);
#define AT_FLOAT(f, x) do { float at = x; tell(at, 0, f(at)); } while (0);

#define PERIODIC(f) \
  EACH(AT(f, between(-1, 1)) AT(f, between(-100, 100)) AT(f, sized(-30, 25)) AT(f, near_multiple_of_quarter()) \
       AT(f, sized(0, 1023)) AT(f, finite_one()))
#define EXPONENTIAL(f, least, most) \
  EACH(AT(f, between(-1, 1)) AT(f, between(least, most)) AT(f, sized(-60, 1)) AT(f, between(-20, 20)) \
       AT(f, between(most - 2, most + 1)) AT(f, between(least - 1, least + 40)))
#define LOGARITHM(f) \
  EACH(AT(f, fabs(finite_one())) AT(f, between(.5, 2)) AT(f, between(.9, 1.1)) AT(f, 1 + sized(-50, -2)) \
       AT(f, between(0, 100)) AT(f, subnormal()))
#define INVERSE(f) \
  EACH(AT(f, between(-1, 1)) AT(f, between(-1, 1)) AT(f, copysign(1 - fabs(sized(-53, -1)), between(-1, 1))) \
       AT(f, sized(-40, -1)) AT(f, between(.45, .55)) AT(f, between(-.55, -.45)))
#define WIDE(f) \
  EACH(AT(f, between(-1, 1)) AT(f, between(-5, 5)) AT(f, between(-100, 100)) AT(f, sized(-60, 60)) \
       AT(f, finite_one()) AT(f, between(.2, .6)))
#define OF_TWO(f) \
  EACH(AT_2(f, between(-1, 1), between(-1, 1)) AT_2(f, sized(-20, 20), sized(-20, 20)) \
       AT_2(f, finite_one(), finite_one()) AT_2(f, between(0, 1), between(.5, 2)) \
       AT_2(f, sized(-1070, -1000), sized(-1070, -1000)) AT_2(f, sized(300, 600), sized(-300, 100)))

int main(int argc, char **argv) {
  count = argc > 1 ? atoi(argv[1]) : 1;
  file = argc > 2 ? fopen(argv[2], "wb") : stdout;
  PERIODIC(sin) PERIODIC(cos) PERIODIC(tan)
  EXPONENTIAL(exp, -745, 709) EXPONENTIAL(exp2, -1074, 1023) EXPONENTIAL(exp10, -323, 308) EXPONENTIAL(expm1, -40, 709)
  LOGARITHM(log) LOGARITHM(log2) LOGARITHM(log10)
  EACH(AT(log1p, between(-1, 1)) AT(log1p, between(-.1, .1)) AT(log1p, sized(-60, -1)) AT(log1p, fabs(finite_one()))
       AT(log1p, between(-1, -.99)) AT(log1p, between(0, 100)))
  INVERSE(asin) INVERSE(acos) WIDE(atan) WIDE(sinh) WIDE(cosh) WIDE(tanh) WIDE(cbrt)
  EACH(AT_2(pow, between(0, 10), between(-10, 10)) AT_2(pow, between(.9, 1.1), between(-3000, 3000))
       AT_2(pow, fabs(finite_one()), between(-2, 2)) AT_2(pow, 1 + sized(-40, -4), sized(10, 45))
       AT_2(pow, -floor(between(1, 100)), floor(between(-150, 150))) AT_2(pow, subnormal(), between(-1, 1)))
  OF_TWO(atan2) OF_TWO(fmod) OF_TWO(hypot)
  EACH(AT(erf, between(-1, 1)) AT(erf, between(-6, 6)) AT(erf, sized(-1074, 10)) AT(erf, between(.24, .26))
       AT(erf, between(.8, 1.2)) AT(erf, between(5.8, 6)))
  EACH(AT(erfc, between(-1, 1)) AT(erfc, between(-6, 6)) AT(erfc, sized(-60, 5)) AT(erfc, between(.5, 28))
       AT(erfc, between(26, 27.5)) AT(erfc, finite_one()))
  EACH(AT_FLOAT(sinf, between(-10, 10)) AT_FLOAT(sinf, sized(-20, 127)) AT_FLOAT(sinf, near_multiple_of_quarter()))
  EACH(AT_FLOAT(cosf, between(-10, 10)) AT_FLOAT(cosf, sized(-20, 127)) AT_FLOAT(cosf, near_multiple_of_quarter()))
  EACH(AT_FLOAT(expf, between(-88, 88)) AT_FLOAT(expf, between(-1, 1)) AT_FLOAT(expf, between(-110, -80)))
  EACH(AT_FLOAT(exp2f, between(-126, 128)) AT_FLOAT(exp2f, between(-1, 1)))
  EACH(AT_FLOAT(logf, between(0, 100)) AT_FLOAT(logf, between(.9, 1.1)) AT_FLOAT(logf, fabs(sized(-149, 127))))
  EACH(AT_FLOAT(erff, between(-4, 4)) AT_FLOAT(erff, sized(-149, 3)))
  EACH(AT_FLOAT(erfcf, between(-4, 11)) AT_FLOAT(erfcf, sized(-30, 4)))
  EACH(float x = between(0, 10); float y = between(-38, 38); tell(x, y, powf(x, y));)
  OF_TWO(remainder)
  WIDE(asinh) INVERSE(atanh)
  EACH(AT(acosh, between(1, 3)) AT(acosh, 1 + fabs(sized(-52, 0))) AT(acosh, 1 + fabs(sized(0, 1000))))
#define FLOAT_LOGARITHM(f) EACH(AT_FLOAT(f, between(0, 100)) AT_FLOAT(f, between(.9, 1.1)) AT_FLOAT(f, fabs(sized(-149, 127))))
  FLOAT_LOGARITHM(log2f) FLOAT_LOGARITHM(log10f)
  EACH(AT_FLOAT(log1pf, between(-1, 1)) AT_FLOAT(log1pf, sized(-149, -1)) AT_FLOAT(log1pf, fabs(sized(-1, 127))))
  EACH(AT_FLOAT(exp10f, between(-44, 39)) AT_FLOAT(exp10f, between(-1, 1)))
#define FLOAT_WIDE(f) EACH(AT_FLOAT(f, between(-1, 1)) AT_FLOAT(f, between(-90, 90)) AT_FLOAT(f, sized(-149, 10)))
  FLOAT_WIDE(sinhf) FLOAT_WIDE(coshf) FLOAT_WIDE(tanhf) FLOAT_WIDE(cbrtf)
  fclose(file);
  return 0;
}
