/*
 * Inverse trigonometric functions. (C99 7.12.4.1 to 7.12.4.4; annex F.9.1)
 * The arc tangent of x from 1/4 to 4 is that of c, the nearest sixteenth, and that of (x - c) / (1 + c x), which is
 * less than 1/32; from 4 on it is pi/2 less that of 1/x. The arc sine has a polynomial up to 1/2, and from there on that
 * of the half angle. The polynomials are Chebyshev's approximations of (atan t - t) / t^3 for |t| < 1/4 and 1/32,
 * and of (asin t - t) / t^3 for t < 1/2.
 */
#include "libm.h"

#define PI_HIGH 0x1.921fb54442d18p+1
#define PI_LOW 0x1.1a62633145c07p-53
#define QUARTER_HIGH 0x1.921fb54442d18p+0 /* pi / 2 */
#define QUARTER_LOW 0x1.1a62633145c07p-54

/* atan t - t for |t| < 1/4. */
static double arc_rest(double t) {
  double z = t * t, zz = z * z;
  double low = -0x1.5555555555555p-2 + z * 0x1.9999999999813p-3 + zz * (-0x1.2492492469a67p-3 + z * 0x1.c71c7192e367bp-4);
  double high = -0x1.745d066d5fdaap-4 + z * 0x1.3b10a15f98731p-4 + zz * (-0x1.10bcee3af5ee8p-4 + z * 0x1.d73f31351ee80p-5);
  return t * z * (low + zz * zz * (high - zz * zz * 0x1.4ffd2bf521c4bp-5));
}

/* atan t - t for |t| < 1/32. */
static double short_arc_rest(double t) {
  double z = t * t;
  return t * z * (-0x1.5555555555555p-2 + z * 0x1.9999999999890p-3 + z * z * (-0x1.2492492288c2ep-3 + z * (0x1.c71c4508da4bbp-4 - z * 0x1.73947dbdacbb6p-4)));
}

/* i of 65: the arc tangent of i / 16 as a double, and what is left of it. */
static const double arcs[130] = {
  0x0.0p+0, 0x0.0p+0,
  0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60,
  0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59,
  0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58,
  0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57,
  0x1.362773707ebccp-2, -0x1.963a544b672d8p-57,
  0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56,
  0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56,
  0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56,
  0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56,
  0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58,
  0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55,
  0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56,
  0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57,
  0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56,
  0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56,
  0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55,
  0x1.a1a25f2c82506p-1, -0x1.8b4c3611182fcp-57,
  0x1.b034f38649c88p-1, -0x1.be88d6936f833p-55,
  0x1.bde70ed439fe7p-1, -0x1.a2b56372c05efp-56,
  0x1.cac7c57846f9ep-1, 0x1.0dae13ad18a6bp-55,
  0x1.d6e57cf4f0acap-1, -0x1.763b9456ae66ep-55,
  0x1.e24dd44c855d1p-1, 0x1.f7ac612ab33d8p-55,
  0x1.ed0d97c9041c9p-1, -0x1.2629e3b5da490p-58,
  0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56,
  0x1.006132e34d617p+0, 0x1.b343dfa868d93p-54,
  0x1.04e67277a01d7p+0, 0x1.7115496c13eb6p-57,
  0x1.092ce471853ccp+0, 0x1.269f9b3e200c2p-55,
  0x1.0d38f2c5ba09fp+0, -0x1.bd0dc231bfd70p-54,
  0x1.110eb007f39f7p+0, -0x1.12b2ff85e5500p-54,
  0x1.14b1dd5f90ce1p+0, -0x1.212d570a63fa2p-56,
  0x1.1825f074030d9p+0, -0x1.9523f0af0d3b5p-58,
  0x1.1b6e192ebbe44p+0, 0x1.b1b466a88828ep-54,
  0x1.1e8d473c5d5cap+0, 0x1.40b5b2505c143p-54,
  0x1.21862f3fade36p+0, 0x1.4887628d68748p-54,
  0x1.245b4faf23111p+0, -0x1.bcadba0fe318bp-54,
  0x1.270ef55a53a25p+0, -0x1.a66b1af5f84fbp-54,
  0x1.29a33f97bdbeap+0, 0x1.20768f82d028dp-54,
  0x1.2c1a241d66dc3p+0, 0x1.82b2d58b6a8e9p-54,
  0x1.2e75728833a54p+0, 0x1.16e3ef7326bdap-56,
  0x1.30b6d796a4da8p+0, 0x1.6254cb03bb199p-54,
  0x1.32dfe01c11c21p+0, 0x1.cb1af39d75eb5p-54,
  0x1.34f1fbb19eb09p+0, 0x1.80d79b4cf61d5p-55,
  0x1.36ee7f2a24644p+0, -0x1.2c820975621fbp-54,
  0x1.38d6a6ce13353p+0, -0x1.12c77e8a80f5cp-55,
  0x1.3aab98641f26bp+0, -0x1.dc349cc175bc7p-55,
  0x1.3c6e650b38047p+0, 0x1.6b63b358e746dp-54,
  0x1.3e200aea00d99p+0, -0x1.4794dda3dc8fbp-54,
  0x1.3fc176b7a8560p+0, -0x1.441a3bd3f1083p-59,
  0x1.41538521b2f98p+0, 0x1.b0a24edb2ee98p-57,
  0x1.42d70411f9ec1p+0, 0x1.2b08db7f10896p-55,
  0x1.444cb3d7d780cp+0, 0x1.84edbdae1963fp-54,
  0x1.45b54837351a0p+0, 0x1.9e4a72eedacc4p-56,
  0x1.4711695fedde2p+0, -0x1.369e22089162cp-55,
  0x1.4861b4cfbe710p+0, -0x1.567d3d25932d1p-57,
  0x1.49a6be20c3a52p+0, 0x1.61f86cbdae1abp-54,
  0x1.4ae10fc6589a5p+0, -0x1.3b03e8a27f555p-54,
  0x1.4c112bb9f7c63p+0, 0x1.f746650006c33p-57,
  0x1.4d378c1999a0dp+0, -0x1.c857a639541c8p-57,
  0x1.4e54a3b8e6cf8p+0, -0x1.546673bfb75f0p-55,
  0x1.4f68dea672617p+0, 0x1.934f9f2b0020ep-54,
  0x1.5074a2a612ac3p+0, -0x1.70b6f0046b390p-55,
  0x1.51784fa1544bap+0, -0x1.236e3c857c019p-54,
  0x1.5274400eea72bp+0, -0x1.c8ca264844338p-54,
  0x1.5368c951e9cfdp+0, -0x1.96f47948a99f1p-54,
};

/* high + low + sign times the arc tangent of v + rest, for v >= 0 and small rest. */
static double arc(double v, double rest, double sign, double high, double low) {
  double first, t, more;
  if (v < 0.25) {
    first = 0;
    t = v;
    more = rest + arc_rest(v);
  } else if (v < 4) {
    double rounder = v + 0x1.8p48, c = rounder - 0x1.8p48; /* the bits that remain are sixteenths */
    int i = 2 * (LOW(rounder) & 127);
    first = arcs[i];
    t = (v - c + rest) / (1 + c * v);
    more = arcs[i + 1] + short_arc_rest(t);
  } else {
    first = QUARTER_HIGH;
    t = -1 / v;
    more = QUARTER_LOW + arc_rest(t);
  }
  double most = sign * first, sum = high + most, result = sum + sign * t;
  double carry = first == 0 && high == 0 ? 0 : sum - result + sign * t;
  return result + (carry + (high - sum + most) + (low + sign * more));
}

double atan(double x) {
  double size = fabs(x);
  if (isnan(x)) return x + x;
  if (size < 0x1p-27) return x;
  return copysign(arc(size, 0, 1, 0, 0), x);
}

/* Where a part is 0 or infinite, or one is 2^60 times the other or more. */
static double axis(double y, double x) {
  double size = fabs(x), high = fabs(y), angle;
  if (isinf(y)) angle = isinf(x) ? (x > 0 ? PI_HIGH / 4 : 3 * (PI_HIGH / 4)) : QUARTER_HIGH;
  else if (high >= size && high > 0) angle = QUARTER_HIGH;
  else if (HIGH(x) < 0) angle = PI_HIGH;
  else {
    angle = isinf(x) || high == 0 ? 0 : high / size;
    if (angle == 0 && high != 0 && !isinf(x)) __math_range(0);
  }
  return copysign(angle, y);
}

double atan2(double y, double x) {
  if (isnan(x) || isnan(y)) return x + y;
  double high = fabs(y), size = fabs(x);
  int exponent = (SIZE(x) >> 20) - 1023, apart = (SIZE(y) >> 20) - 1023 - exponent;
  if (high == 0 || size == 0 || isinf(x) || isinf(y) || apart > 60 || apart < -60) return axis(y, x);
  if (exponent < -60 || exponent > 60) {
    double scale = POWER_OF_TWO(-(exponent >> 1)), more = POWER_OF_TWO((exponent >> 1) - exponent);
    high = high * scale * more;
    size = size * scale * more;
  }
  double per = 1 / size, v = high * per, v_head = HEAD(v), v_tail = v - v_head, head = HEAD(size), tail = size - head;
  double rest = (high - v_head * head - v_head * tail - v_tail * head - v_tail * tail) * per;
  return copysign(x > 0 ? arc(v, rest, 1, 0, 0) : arc(v, rest, -1, PI_HIGH, PI_LOW), y);
}

/* asin t - t over t, for t^2 = z < 1/4. */
static double sine_rest(double z) {
  double zz = z * z, zzzz = zz * zz;
  double low = 0x1.5555555555556p-3 + z * 0x1.3333333332ecap-4 + zz * (0x1.6db6db6e31f13p-5 + z * 0x1.f1c71c1db0623p-6);
  double middle = 0x1.6e8bb1c8209a2p-6 + z * 0x1.1c4d35cf95421p-6 + zz * (0x1.c9cf07674736ap-7 + z * 0x1.782651caa6547p-7);
  double high = 0x1.52420b04b37bep-7 + z * 0x1.65a9c4dfcf8b2p-8 + zz * (0x1.1d189408314eep-6 - z * 0x1.e6aaa8a0a04ccp-7);
  return z * (low + zzzz * (middle + zzzz * (high + zzzz * 0x1.d72b2bc8155f8p-6)));
}

/* (1 - size) / 2 = s^2: the arc sine of s is half of the angle. The root is head + rest. */
#define HALF_ANGLE(size) \
  double z = 0.5 - 0.5 * (size), s = sqrt(z), head = HEAD(s), rest = (z - head * head) / (s + head), part = sine_rest(z) * s;

double asin(double x) {
  double size = fabs(x);
  if (isnan(x)) return x + x;
  if (size > 1) return __math_domain();
  if (size < 0.5) return size < 0x1p-27 ? x : x + x * sine_rest(x * x);
  if (size == 1) return copysign(QUARTER_HIGH, x);
  HALF_ANGLE(size)
  double first = QUARTER_HIGH - 2 * head;
  return copysign(first + (QUARTER_HIGH - first - 2 * head + (QUARTER_LOW - 2 * (rest + part))), x);
}

double acos(double x) {
  double size = fabs(x);
  if (isnan(x)) return x + x;
  if (size > 1) return __math_domain();
  if (size < 0.5) {
    double first = QUARTER_HIGH - x;
    return first + (QUARTER_HIGH - first - x + (QUARTER_LOW - x * sine_rest(x * x)));
  }
  if (size == 1) return x > 0 ? 0 : PI_HIGH;
  HALF_ANGLE(size)
  if (x > 0) return 2 * (head + (rest + part));
  double first = PI_HIGH - 2 * head;
  return first + (PI_HIGH - first - 2 * head + (PI_LOW - 2 * (rest + part)));
}

FLOAT_FORM(atan)
FLOAT_FORM(asin)
FLOAT_FORM(acos)
LONG_FORM(atan)
LONG_FORM(asin)
LONG_FORM(acos)
float atan2f(float y, float x) { return narrow(atan2(y, x)); }
long double atan2l(long double y, long double x) { return atan2(y, x); }
