/*
 * Logarithms. (C99 7.12.6.7 to 7.12.6.10; annex F.9.3)
 * Tang, "Table-driven implementation of the logarithm function in IEEE floating-point arithmetic", 1990:
 * x = 2^k z, c a short number near z with known logarithm, r = (z - c) / c: log x = k ln2 + log c + log(1 + r).
 * Near 1, where that would cancel, a longer polynomial of x - 1. The polynomials are Chebyshev's approximations of
 * (log(1 + r) - r) / r^2 for |r| < 2^-8 and of (log(1 + r) - r + r^2 / 2) / r^3 for |r| < 2^-4.
 */
#include "libm.h"

#define SHORT_POLYNOMIAL(r, rr) \
  (-0.5 + r * 0x1.5555555525c32p-2 + rr * (-0x1.ffffffffacc02p-3 + r * 0x1.999b0eab6ecccp-3 - rr * 0x1.55569bc4f7488p-3))
#define LONG_POLYNOMIAL(r, rr) \
  (0x1.5555555555558p-2 - r * 0x1.0000000000002p-2 + rr * (0x1.999999998a15ep-3 - r * 0x1.5555555546ed0p-3) + \
   rr * rr * (0x1.249249a0a4b28p-3 - r * 0x1.0000007337f3bp-3 + rr * (0x1.c719bb8562ff5p-4 - r * 0x1.999714e352584p-4) + \
   rr * rr * (0x1.777523017d7f2p-4 - r * 0x1.5834d7edf8112p-4)))

/* Is x between 15/16 and 17/16? */
#define is_near_one(high) ((unsigned)((high) - 0x3fee0000) < 0x3ff10000 - 0x3fee0000)
/* Is x a positive normal number below 2^1022? */
#define is_ordinary(high) ((unsigned)(high) - 0x00100000u < 0x7fc00000u)

/* What the logarithms of numbers that are not ordinary have in common: 0 for a positive finite number. */
SELDOM double special(double x) {
  if (x == 0) return __math_range(-INFINITY);
  if (isnan(x) || x == INFINITY) return x + x;
  return x < 0 ? __math_domain() : 0;
}

/* log(1 + r) for |r| < 1/16. */
BODY double log_near_one(double r) {
  double rr = r * r;
  return r + (r * rr * LONG_POLYNOMIAL(r, rr) - 0.5 * rr);
}

/* log x + k ln2 + log(1 + error) for an ordinary x. */
BODY double log_by_table(double x, int k, double error) {
  int place = HIGH(x) - LOG_START, n = place >> 20, i = (place >> 13 & 127) * 4;
  double z = x * POWER_OF_TWO(-n), kd = n + k;
  double r = (z - __math_logarithms[i]) * __math_logarithms[i + 1] + error, rr = r * r;
  double w = kd * LN2_HIGH + __math_logarithms[i + 2], high = w + r;
  return high + (w - high + r + (kd * LN2_LOW + __math_logarithms[i + 3]) + rr * SHORT_POLYNOMIAL(r, rr));
}

SELDOM double log_of_other(double x) {
  double end = special(x);
  if (end != 0) return end;
  return x < 1 ? log_by_table(x * 0x1p52, -52, 0) : log_by_table(x * 0x1p-52, 52, 0);
}

double log(double x) {
  int high = HIGH(x);
  if (is_near_one(high)) return log_near_one(x - 1);
  return is_ordinary(high) ? log_by_table(x, 0, 0) : log_of_other(x);
}

/* 1 + x = u + error, with u rounded. */
double log1p(double x) {
  if (fabs(x) < 0.0625) return log_near_one(x);
  double u = 1 + x;
  if (!is_ordinary(HIGH(u))) return log(u);
  double error = x < 1 ? x - (u - 1) : x < 0x1p54 ? 1 - (u - x) : 0;
  return log_by_table(u, 0, error / u);
}

/*
 * (k + log2 x) unit, where the logarithm of 2 in the base is unit = unit_high + unit_low and that of e is
 * e_high + e_low, with e_high of 27 bits and unit_high of 42.
 */
static double log_to_base(double x, int k, double unit_high, double unit_low, double e_high, double e_low) {
  double high, low;
  int place = HIGH(x) - LOG_START, n = place >> 20;
  if (is_near_one(HIGH(x))) {
    double r = x - 1, rr = r * r, head = HEAD(r), square = -0.5 * head * head;
    high = r + square;
    low = r - high + square - 0.5 * (r - head) * (r + head) + r * rr * LONG_POLYNOMIAL(r, rr);
    n = 0;
  } else {
    int i = (place >> 13 & 127) * 4;
    double z = x * POWER_OF_TWO(-n), c = __math_logarithms[i + 2];
    double r = (z - __math_logarithms[i]) * __math_logarithms[i + 1], rr = r * r;
    high = c + r;
    low = c - high + r + (__math_logarithms[i + 3] + rr * SHORT_POLYNOMIAL(r, rr));
  }
  double kd = n + k, head = HEAD(high), rest = high - head + low;
  double whole = kd * unit_high, part = head * e_high, sum = whole + part;
  return sum + (whole - sum + part + (kd * unit_low + rest * e_high + (head + rest) * e_low));
}

#define TWO 1, 0, 0x1.7154766000000p+0, -0x1.a8fa03d1105e0p-29
#define TEN 0x1.34413509f8000p-2, -0x1.80433b83b532ap-44, 0x1.bcb7b18000000p-2, -0x1.6c8d78e6acaa4p-29

#define LOG_TO_BASE(name, ...) \
  SELDOM double name##_of_other(double x) { \
    double end = special(x); \
    if (end != 0) return end; \
    return x < 1 ? log_to_base(x * 0x1p52, -52, __VA_ARGS__) : log_to_base(x * 0x1p-52, 52, __VA_ARGS__); \
  } \
  double name(double x) { return is_ordinary(HIGH(x)) ? log_to_base(x, 0, __VA_ARGS__) : name##_of_other(x); }

LOG_TO_BASE(log2, TWO)
LOG_TO_BASE(log10, TEN)

/* For floats, which are normal as doubles, the table and two terms are enough, for c is 1 near 1. */
static double short_log(double x) {
  int place = HIGH(x) - LOG_START, n = place >> 20, i = (place >> 13 & 127) * 4;
  double z = x * POWER_OF_TWO(-n), r = (z - __math_logarithms[i]) * __math_logarithms[i + 1];
  double polynomial = -0.5 + r * (0x1.5555555525c32p-2 - r * 0x1.ffffffffacc02p-3);
  return n * LN2_HIGH + __math_logarithms[i + 2] + (r + r * r * polynomial);
}

float logf(float x) { return x > 0 && x < INFINITY ? short_log(x) : special(x); }
float log2f(float x) { return x > 0 && x < INFINITY ? short_log(x) * 0x1.71547652b82fep+0 : special(x); }
float log10f(float x) { return x > 0 && x < INFINITY ? short_log(x) * 0x1.bcb7b1526e50ep-2 : special(x); }

/* A double has room for 1 + x where more than x - x^2 / 2 counts. */
float log1pf(float x) {
  double size = fabs((double)x);
  if (size < 0x1p-26) return x == 0 ? x : narrow(x - 0.5 * x * (double)x);
  return x > -1 && x < INFINITY ? short_log(1.0 + x) : special(1.0 + x);
}

LONG_FORM(log)
LONG_FORM(log2)
LONG_FORM(log10)
LONG_FORM(log1p)

/*
 * Number i is for the high halves from LOG_START + i 2^13 on: c, the middle of them (but 1 where 1 is among them);
 * 1 / c; log c rounded to a multiple of 2^-42; what is left of log c.
 */
const double __math_logarithms[512] = {
  0x1.6200000000000p-1, 0x1.724287f46debcp+0, -0x1.79e26687d0000p-2, 0x1.309c168817444p-44,
  0x1.6400000000000p-1, 0x1.702e05c0b8170p+0, -0x1.741d876c68000p-2, 0x1.13a7b5b11cfa7p-44,
  0x1.6600000000000p-1, 0x1.6e1f76b4337c7p+0, -0x1.6e60ee6af2000p-2, 0x1.a37a6a0f7749ep-44,
  0x1.6800000000000p-1, 0x1.6c16c16c16c17p+0, -0x1.68ac83e9c7000p-2, 0x1.7af966c548a30p-44,
  0x1.6a00000000000p-1, 0x1.6a13cd1537290p+0, -0x1.630030b3ab000p-2, 0x1.db623e731ae00p-45,
  0x1.6c00000000000p-1, 0x1.6816816816817p+0, -0x1.5d5bddf596000p-2, 0x1.a0b2a08a465dcp-47,
  0x1.6e00000000000p-1, 0x1.661ec6a5122f9p+0, -0x1.57bf753c8d000p-2, -0x1.fadedee5d40efp-46,
  0x1.7000000000000p-1, 0x1.642c8590b2164p+0, -0x1.522ae0738a000p-2, -0x1.ebe708164c759p-45,
  0x1.7200000000000p-1, 0x1.623fa77016240p+0, -0x1.4c9e09e173000p-2, 0x1.e20891b0ad8a4p-45,
  0x1.7400000000000p-1, 0x1.6058160581606p+0, -0x1.4718dc271c000p-2, -0x1.06c18fb4c14c5p-44,
  0x1.7600000000000p-1, 0x1.5e75bb8d015e7p+0, -0x1.419b423d5f000p-2, 0x1.ce379226de3ecp-44,
  0x1.7800000000000p-1, 0x1.5c9882b931057p+0, -0x1.3c25277333000p-2, -0x1.83b54b606bd5cp-46,
  0x1.7a00000000000p-1, 0x1.5ac056b015ac0p+0, -0x1.36b6776be1000p-2, -0x1.16ecdb0f177c8p-46,
  0x1.7c00000000000p-1, 0x1.58ed2308158edp+0, -0x1.314f1e1d36000p-2, 0x1.8e27ad3213cb8p-45,
  0x1.7e00000000000p-1, 0x1.571ed3c506b3ap+0, -0x1.2bef07cdc9000p-2, -0x1.a9cfa4a5004f4p-45,
  0x1.8000000000000p-1, 0x1.5555555555555p+0, -0x1.269621134e000p-2, 0x1.1b61f10522625p-44,
  0x1.8200000000000p-1, 0x1.5390948f40febp+0, -0x1.214456d0ec000p-2, 0x1.caf0428b728a3p-44,
  0x1.8400000000000p-1, 0x1.51d07eae2f815p+0, -0x1.1bf99635a7000p-2, 0x1.1ac89575c2125p-44,
  0x1.8600000000000p-1, 0x1.5015015015015p+0, -0x1.16b5ccbad0000p-2, 0x1.23299042d74bfp-44,
  0x1.8800000000000p-1, 0x1.4e5e0a72f0539p+0, -0x1.1178e8227e000p-2, -0x1.1ef78ce2d07f2p-44,
  0x1.8a00000000000p-1, 0x1.4cab88725af6ep+0, -0x1.0c42d67616000p-2, -0x1.7188b163ceae9p-45,
  0x1.8c00000000000p-1, 0x1.4afd6a052bf5bp+0, -0x1.07138604d6000p-2, 0x1.e76324e912b17p-44,
  0x1.8e00000000000p-1, 0x1.49539e3b2d067p+0, -0x1.01eae5626c000p-2, -0x1.a43dcfade85aep-44,
  0x1.9000000000000p-1, 0x1.47ae147ae147bp+0, -0x1.f991c6cb3c000p-3, 0x1.90d04cd7cc834p-44,
  0x1.9200000000000p-1, 0x1.460cbc7f5cf9ap+0, -0x1.ef5ade4dd0000p-3, 0x1.a211565bb8e11p-51,
  0x1.9400000000000p-1, 0x1.446f86562d9fbp+0, -0x1.e530effe72000p-3, 0x1.fdbdbb13f7c18p-44,
  0x1.9600000000000p-1, 0x1.42d6625d51f87p+0, -0x1.db13db0d48000p-3, -0x1.2806a847527e6p-44,
  0x1.9800000000000p-1, 0x1.4141414141414p+0, -0x1.d1037f2656000p-3, 0x1.84a7e75b6f6e4p-47,
  0x1.9a00000000000p-1, 0x1.3fb013fb013fbp+0, -0x1.c6ffbc6f00000p-3, -0x1.ee138d3a69d43p-44,
  0x1.9c00000000000p-1, 0x1.3e22cbce4a902p+0, -0x1.bd087383be000p-3, 0x1.d4bc4595412b6p-45,
  0x1.9e00000000000p-1, 0x1.3c995a47babe7p+0, -0x1.b31d8575bc000p-3, -0x1.c794e562a63cbp-44,
  0x1.a000000000000p-1, 0x1.3b13b13b13b14p+0, -0x1.a93ed3c8ae000p-3, 0x1.8724350562169p-45,
  0x1.a200000000000p-1, 0x1.3991c2c187f63p+0, -0x1.9f6c40708a000p-3, 0x1.337d94bcd3f43p-44,
  0x1.a400000000000p-1, 0x1.3813813813814p+0, -0x1.95a5adcf70000p-3, -0x1.7f22858a0ff6fp-47,
  0x1.a600000000000p-1, 0x1.3698df3de0748p+0, -0x1.8beafeb390000p-3, 0x1.73d54aae92cd1p-47,
  0x1.a800000000000p-1, 0x1.3521cfb2b78c1p+0, -0x1.823c16551a000p-3, -0x1.e0ddb9a631e83p-46,
  0x1.aa00000000000p-1, 0x1.33ae45b57bcb2p+0, -0x1.7898d85444000p-3, -0x1.8e67be3dbaf3fp-44,
  0x1.ac00000000000p-1, 0x1.323e34a2b10bfp+0, -0x1.6f0128b756000p-3, -0x1.577390d31ef0fp-44,
  0x1.ae00000000000p-1, 0x1.30d190130d190p+0, -0x1.6574ebe8c2000p-3, 0x1.98c1d34f0f462p-44,
  0x1.b000000000000p-1, 0x1.2f684bda12f68p+0, -0x1.5bf406b544000p-3, 0x1.27023eb68981cp-46,
  0x1.b200000000000p-1, 0x1.2e025c04b8097p+0, -0x1.527e5e4a1c000p-3, 0x1.4e60b8d4b411dp-44,
  0x1.b400000000000p-1, 0x1.2c9fb4d812ca0p+0, -0x1.4913d8333c000p-3, 0x1.53e43558124c4p-44,
  0x1.b600000000000p-1, 0x1.2b404ad012b40p+0, -0x1.3fb45a5992000p-3, -0x1.19713c0cae559p-44,
  0x1.b800000000000p-1, 0x1.29e4129e4129ep+0, -0x1.365fcb015a000p-3, 0x1.fd3a0afb9691bp-44,
  0x1.ba00000000000p-1, 0x1.288b01288b013p+0, -0x1.2d1610c868000p-3, -0x1.39d6ccb81b4a1p-47,
  0x1.bc00000000000p-1, 0x1.27350b8812735p+0, -0x1.23d712a49c000p-3, -0x1.00d238fd3df5cp-46,
  0x1.be00000000000p-1, 0x1.25e22708092f1p+0, -0x1.1aa2b7e240000p-3, 0x1.1ac38dde3b366p-44,
  0x1.c000000000000p-1, 0x1.2492492492492p+0, -0x1.1178e8227e000p-3, -0x1.1ef78ce2d07f2p-45,
  0x1.c200000000000p-1, 0x1.23456789abcdfp+0, -0x1.08598b59e4000p-3, 0x1.7e5dd7009902cp-45,
  0x1.c400000000000p-1, 0x1.21fb78121fb78p+0, -0x1.fe89139dbc000p-4, -0x1.56594d82f7a82p-44,
  0x1.c600000000000p-1, 0x1.20b470c67c0d9p+0, -0x1.ec739830a0000p-4, -0x1.11fcba80cdd10p-44,
  0x1.c800000000000p-1, 0x1.1f7047dc11f70p+0, -0x1.da72763844000p-4, -0x1.a89401fa71733p-46,
  0x1.ca00000000000p-1, 0x1.1e2ef3b3fb874p+0, -0x1.c885801bc4000p-4, -0x1.646d1c65aacd3p-45,
  0x1.cc00000000000p-1, 0x1.1cf06ada2811dp+0, -0x1.b6ac88dad4000p-4, -0x1.b1bdff50225c7p-44,
  0x1.ce00000000000p-1, 0x1.1bb4a4046ed29p+0, -0x1.a4e7640b1c000p-4, 0x1.e42b6b94407c8p-47,
  0x1.d000000000000p-1, 0x1.1a7b9611a7b96p+0, -0x1.9335e5d594000p-4, -0x1.3115c3abd47dap-45,
  0x1.d200000000000p-1, 0x1.19453808ca29cp+0, -0x1.8197e2f410000p-4, 0x1.c0fe460d20041p-44,
  0x1.d400000000000p-1, 0x1.1811811811812p+0, -0x1.700d30aeac000p-4, -0x1.c1e8da99ded32p-49,
  0x1.d600000000000p-1, 0x1.16e0689427379p+0, -0x1.5e95a4d978000p-4, -0x1.1cb7ce1d17171p-44,
  0x1.d800000000000p-1, 0x1.15b1e5f75270dp+0, -0x1.4d3115d208000p-4, 0x1.53a2582f4e1efp-48,
  0x1.da00000000000p-1, 0x1.1485f0e0acd3bp+0, -0x1.3bdf5a7d20000p-4, 0x1.19bd0ad125895p-44,
  0x1.dc00000000000p-1, 0x1.135c81135c811p+0, -0x1.2aa04a4470000p-4, -0x1.7a48ba8b1cb41p-44,
  0x1.de00000000000p-1, 0x1.12358e75d3033p+0, -0x1.1973bd1464000p-4, -0x1.566d154f930b3p-44,
  0x1.e000000000000p-1, 0x1.1111111111111p+0, -0x1.08598b59e4000p-4, 0x1.7e5dd7009902cp-46,
  0x1.e200000000000p-1, 0x1.0fef010fef011p+0, -0x1.eea31c0068000p-5, -0x1.c3dd83606d891p-44,
  0x1.e400000000000p-1, 0x1.0ecf56be69c90p+0, -0x1.ccb73cddd8000p-5, -0x1.965c36e09f5fep-44,
  0x1.e600000000000p-1, 0x1.0db20a88f4696p+0, -0x1.aaef2d0fb0000p-5, -0x1.0fc1a353bb42ep-45,
  0x1.e800000000000p-1, 0x1.0c9714fbcda3bp+0, -0x1.894aa149f8000p-5, -0x1.9a19a8be97661p-44,
  0x1.ea00000000000p-1, 0x1.0b7e6ec259dc8p+0, -0x1.67c94f2d48000p-5, -0x1.dac20827cca0cp-44,
  0x1.ec00000000000p-1, 0x1.0a6810a6810a7p+0, -0x1.466aed42e0000p-5, 0x1.c167375bdfd28p-45,
  0x1.ee00000000000p-1, 0x1.0953f39010954p+0, -0x1.252f32f8d0000p-5, -0x1.83e9ae021b67bp-45,
  0x1.f000000000000p-1, 0x1.0842108421084p+0, -0x1.0415d89e78000p-5, 0x1.dddc7f461c516p-44,
  0x1.f200000000000p-1, 0x1.073260a47f7c6p+0, -0x1.c63d2ec150000p-6, 0x1.5439ce030a687p-44,
  0x1.f400000000000p-1, 0x1.0624dd2f1a9fcp+0, -0x1.8492528c90000p-6, 0x1.aa0ba325a0c34p-45,
  0x1.f600000000000p-1, 0x1.05197f7d73404p+0, -0x1.432a925980000p-6, -0x1.98139928637fep-47,
  0x1.f800000000000p-1, 0x1.0410410410410p+0, -0x1.0205658930000p-6, -0x1.611d27c8e8417p-44,
  0x1.fa00000000000p-1, 0x1.03091b51f5e1ap+0, -0x1.82448a3880000p-7, -0x1.4554412c584e0p-44,
  0x1.fc00000000000p-1, 0x1.0204081020408p+0, -0x1.0101575880000p-7, -0x1.bce251998b506p-44,
  0x1.fe00000000000p-1, 0x1.0101010101010p+0, -0x1.0080559580000p-8, -0x1.166afcb31c67bp-45,
  0x1.0000000000000p+0, 0x1.0000000000000p+0, 0x0.0p+0, 0x0.0p+0,
  0x1.0200000000000p+0, 0x1.fc07f01fc07f0p-1, 0x1.fe02a6b100000p-8, 0x1.9e23f0dda40e4p-46,
  0x1.0400000000000p+0, 0x1.f81f81f81f820p-1, 0x1.fc0a8b0fc0000p-7, 0x1.f1e7cf6d3a69cp-50,
  0x1.0600000000000p+0, 0x1.f44659e4a4271p-1, 0x1.7b91b07d60000p-6, -0x1.3b955b602ace4p-44,
  0x1.0800000000000p+0, 0x1.f07c1f07c1f08p-1, 0x1.f829b0e780000p-6, 0x1.980267c7e09e4p-45,
  0x1.0a00000000000p+0, 0x1.ecc07b301ecc0p-1, 0x1.39e87b9fe8000p-5, 0x1.eafd480ad9015p-44,
  0x1.0c00000000000p+0, 0x1.e9131abf0b767p-1, 0x1.77458f6330000p-5, -0x1.181dce586af09p-44,
  0x1.0e00000000000p+0, 0x1.e573ac901e574p-1, 0x1.b42dd71198000p-5, -0x1.c827ae5d6704cp-46,
  0x1.1000000000000p+0, 0x1.e1e1e1e1e1e1ep-1, 0x1.f0a30c0118000p-5, -0x1.d599e83368e91p-45,
  0x1.1200000000000p+0, 0x1.de5d6e3f8868ap-1, 0x1.16536eea38000p-4, -0x1.47c5e768fa309p-46,
  0x1.1400000000000p+0, 0x1.dae6076b981dbp-1, 0x1.341d7961bc000p-4, 0x1.1d09299837610p-44,
  0x1.1600000000000p+0, 0x1.d77b654b82c34p-1, 0x1.51b073f060000p-4, 0x1.83f69278e686ap-44,
  0x1.1800000000000p+0, 0x1.d41d41d41d41dp-1, 0x1.6f0d28ae58000p-4, -0x1.4b4641b664613p-44,
  0x1.1a00000000000p+0, 0x1.d0cb58f6ec074p-1, 0x1.8c345d6318000p-4, 0x1.b20f5acb42a66p-44,
  0x1.1c00000000000p+0, 0x1.cd85689039b0bp-1, 0x1.a926d3a4ac000p-4, 0x1.563650bd22a9cp-44,
  0x1.1e00000000000p+0, 0x1.ca4b3055ee191p-1, 0x1.c5e548f5bc000p-4, 0x1.d0c57585fbe06p-46,
  0x1.2000000000000p+0, 0x1.c71c71c71c71cp-1, 0x1.e27076e2b0000p-4, -0x1.a342c2af0003cp-45,
  0x1.2200000000000p+0, 0x1.c3f8f01c3f8f0p-1, 0x1.fec9131dc0000p-4, -0x1.54555d1ae6607p-44,
  0x1.2400000000000p+0, 0x1.c0e070381c0e0p-1, 0x1.0d77e7cd08000p-3, 0x1.cb2cd2ee2f482p-44,
  0x1.2600000000000p+0, 0x1.bdd2b899406f7p-1, 0x1.1b72ad52f6000p-3, 0x1.e80a41811a396p-45,
  0x1.2800000000000p+0, 0x1.bacf914c1bad0p-1, 0x1.29552f8200000p-3, -0x1.5b967f4471dfcp-44,
  0x1.2a00000000000p+0, 0x1.b7d6c3dda338bp-1, 0x1.371fc201e8000p-3, 0x1.ee8779b2d8abcp-44,
  0x1.2c00000000000p+0, 0x1.b4e81b4e81b4fp-1, 0x1.44d2b6ccb8000p-3, -0x1.70cc16135783cp-46,
  0x1.2e00000000000p+0, 0x1.b2036406c80d9p-1, 0x1.526e5e3a1c000p-3, -0x1.790ba37fc5238p-44,
  0x1.3000000000000p+0, 0x1.af286bca1af28p-1, 0x1.5ff3070a7a000p-3, -0x1.8586f183bebf2p-44,
  0x1.3200000000000p+0, 0x1.ac5701ac5701bp-1, 0x1.6d60fe719e000p-3, -0x1.bc6e557134767p-44,
  0x1.3400000000000p+0, 0x1.a98ef606a63bep-1, 0x1.7ab890210e000p-3, -0x1.bdb9072534a58p-45,
  0x1.3600000000000p+0, 0x1.a6d01a6d01a6dp-1, 0x1.87fa06520c000p-3, 0x1.22120401202fcp-44,
  0x1.3800000000000p+0, 0x1.a41a41a41a41ap-1, 0x1.9525a9cf46000p-3, -0x1.297137d9f158fp-44,
  0x1.3a00000000000p+0, 0x1.a16d3f97a4b02p-1, 0x1.a23bc1fe2c000p-3, -0x1.539cd91dc9f0bp-44,
  0x1.3c00000000000p+0, 0x1.9ec8e951033d9p-1, 0x1.af3c94e80c000p-3, -0x1.a4e633fcd9066p-52,
  0x1.3e00000000000p+0, 0x1.9c2d14ee4a102p-1, 0x1.bc286742d8000p-3, 0x1.9ac53f39d121cp-44,
  0x1.4000000000000p+0, 0x1.999999999999ap-1, 0x1.c8ff7c79aa000p-3, -0x1.7794f689f8434p-45,
  0x1.4200000000000p+0, 0x1.970e4f80cb872p-1, 0x1.d5c216b4fc000p-3, -0x1.1ba91bbca681bp-45,
  0x1.4400000000000p+0, 0x1.948b0fcd6e9e0p-1, 0x1.e27076e2b0000p-3, -0x1.a342c2af0003cp-44,
  0x1.4600000000000p+0, 0x1.920fb49d0e229p-1, 0x1.ef0adcbdc6000p-3, -0x1.b26b79c86af24p-45,
  0x1.4800000000000p+0, 0x1.8f9c18f9c18fap-1, 0x1.fb9186d5e4000p-3, -0x1.d572aab993c87p-47,
  0x1.4a00000000000p+0, 0x1.8d3018d3018d3p-1, 0x1.0402594b4d000p-2, 0x1.036b89ef42d7fp-48,
  0x1.4c00000000000p+0, 0x1.8acb90f6bf3aap-1, 0x1.0a324e2739000p-2, 0x1.c6bee7ef4030ep-47,
  0x1.4e00000000000p+0, 0x1.886e5f0abb04ap-1, 0x1.1058bf9ae5000p-2, -0x1.4ab9d817d52cdp-44,
  0x1.5000000000000p+0, 0x1.8618618618618p-1, 0x1.1675cababa000p-2, 0x1.8380e731f55c4p-44,
  0x1.5200000000000p+0, 0x1.83c977ab2beddp-1, 0x1.1c898c169a000p-2, -0x1.81410e5c62affp-44,
  0x1.5400000000000p+0, 0x1.8181818181818p-1, 0x1.22941fbcf8000p-2, -0x1.a6976f5eb0963p-44,
  0x1.5600000000000p+0, 0x1.7f405fd017f40p-1, 0x1.2895a13de8000p-2, 0x1.a8d7ad24c13f0p-44,
  0x1.5800000000000p+0, 0x1.7d05f417d05f4p-1, 0x1.2e8e2bae12000p-2, -0x1.67b1e99b72bd8p-45,
  0x1.5a00000000000p+0, 0x1.7ad2208e0ecc3p-1, 0x1.347dd9a988000p-2, -0x1.5594dd4c58092p-45,
  0x1.5c00000000000p+0, 0x1.78a4c8178a4c8p-1, 0x1.3a64c55694000p-2, 0x1.7a71cbcd735d0p-44,
  0x1.5e00000000000p+0, 0x1.767dce434a9b1p-1, 0x1.404308686a000p-2, 0x1.f8ef43049f7d3p-44,
  0x1.6000000000000p+0, 0x1.745d1745d1746p-1, 0x1.4618bc21c6000p-2, -0x1.3d82f484c84ccp-46,
};
