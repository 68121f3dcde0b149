/*
 * Compares what arguments.c has written with results of 113 bits; prints for each function the greatest error in
 * units in the last place, and how many special values are wrong.
 */
#include <math.h>
#include <quadmath.h>
#include <stdio.h>

typedef __float128 quad;

static quad power_of_two(quad x) { return powq(2, x); }
static quad power_of_ten(quad x) { return powq(10, x); }

static const struct function {
  const char *name;
  quad (*of_one)(quad);
  quad (*of_two)(quad, quad);
  int bits;
} functions[] = {
  {"sin", sinq, 0, 53}, {"cos", cosq, 0, 53}, {"tan", tanq, 0, 53}, {"exp", expq, 0, 53}, {"exp2", power_of_two, 0, 53},
  {"exp10", power_of_ten, 0, 53}, {"expm1", expm1q, 0, 53}, {"log", logq, 0, 53}, {"log2", log2q, 0, 53},
  {"log10", log10q, 0, 53}, {"log1p", log1pq, 0, 53}, {"asin", asinq, 0, 53}, {"acos", acosq, 0, 53},
  {"atan", atanq, 0, 53}, {"sinh", sinhq, 0, 53}, {"cosh", coshq, 0, 53}, {"tanh", tanhq, 0, 53}, {"cbrt", cbrtq, 0, 53},
  {"pow", 0, powq, 53}, {"atan2", 0, atan2q, 53}, {"fmod", 0, fmodq, 53}, {"hypot", 0, hypotq, 53},
  {"erf", erfq, 0, 53}, {"erfc", erfcq, 0, 53},
  {"sinf", sinq, 0, 24}, {"cosf", cosq, 0, 24}, {"expf", expq, 0, 24}, {"exp2f", power_of_two, 0, 24},
  {"logf", logq, 0, 24}, {"erff", erfq, 0, 24}, {"erfcf", erfcq, 0, 24},
  {"powf", 0, powq, 24},
  {"remainder", 0, remainderq, 53}, {"asinh", asinhq, 0, 53}, {"atanh", atanhq, 0, 53}, {"acosh", acoshq, 0, 53},
  {"log2f", log2q, 0, 24}, {"log10f", log10q, 0, 24}, {"log1pf", log1pq, 0, 24}, {"exp10f", power_of_ten, 0, 24},
  {"sinhf", sinhq, 0, 24}, {"coshf", coshq, 0, 24}, {"tanhf", tanhq, 0, 24}, {"cbrtf", cbrtq, 0, 24},
};
#define COUNT (int)(sizeof functions / sizeof functions[0])

/* The error in units in the last place, -1 for a special value that is wrong. */
static double error_of(const struct function *f, quad right, double result) {
  int exponent, least = f->bits == 53 ? -1021 : -125;
  double rounded = f->bits == 53 ? (double)right : (double)(float)right;
  if (isnan(rounded) || isnan(result)) return isnan(rounded) && isnan(result) ? 0 : -1;
  if (isinf(rounded) || isinf(result)) return rounded == result ? 0 : -1;
  if (result == 0 && right == 0) return signbit(rounded) == signbit(result) ? 0 : -1;
  frexp(rounded, &exponent);
  return (double)(fabsq(right - result) / ldexpq(1, (exponent < least ? least : exponent) - f->bits));
}

int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "rb");
  double record[4], worst[COUNT] = {0}, at[COUNT] = {0}, and[COUNT] = {0};
  long wrong[COUNT] = {0};
  while (fread(record, 8, 4, file) == 4) {
    int number = record[0];
    const struct function *f = functions + number;
    quad right = f->of_one ? f->of_one(record[1]) : f->of_two(record[1], record[2]);
    double error = error_of(f, right, record[3]);
    if (error < 0) wrong[number]++;
    if (error >= 0 && error <= worst[number]) continue;
    if (error > 0) worst[number] = error;
    at[number] = record[1], and[number] = record[2];
  }
  for (int i = 0; i < COUNT; i++) printf("%s %.3f %ld at %a %a\n", functions[i].name, worst[i], wrong[i], at[i], and[i]);
  return argc != 2;
}
