/*
 * Asks this machine's C library: prints lines "function argument... = result..." for random arguments.
 * s:HEX a string, b:HEX a buffer (its contents after the call follow as b:HEX), i: int, l: long, d:HEX bits of a
 * double, f:HEX bits of a float; o: an offset from the first argument, -1 for a null pointer; g: a sign.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

static uint64_t state = 88172645463325252u;
static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
static int below(int n) { return (draw() >> 20) % n; }
static int sign(int x) { return (x > 0) - (x < 0); }

static void hex(const char *kind, const void *bytes, size_t size) {
  printf(" %s:", kind);
  for (size_t i = 0; i < size; i++) printf("%02x", ((const unsigned char *)bytes)[i]);
}
static void text(const char *s) { hex("s", s, strlen(s)); }
static void real(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  printf(" d:%016lx", x == x ? bits : 0x7ff8000000000000);
}
static void single(float x) {
  uint32_t bits;
  memcpy(&bits, &x, 4);
  printf(" f:%08x", x == x ? bits : 0x7fc00000);
}
static void offset(const char *base, const void *p) { printf(" = o:%ld\n", p ? (const char *)p - base : -1L); }

/* A few letters, so that matches are common; bytes above 127 too. */
static char *word(int most) {
  static char pool[8][64];
  static int turn;
  char *s = pool[turn++ & 7];
  int n = below(most + 1), i;
  for (i = 0; i < n; i++) s[i] = "abABc01 ,\xe9"[below(10)];
  s[n] = 0;
  return s;
}

static void strings(void) {
  char *a = word(24), *b = word(3), *c = word(24);
  int n = below(26), ch = "abA0,\xe9"[below(6)];
  if (below(3) == 0) strncpy(c, a, below(25));
#define COMPARE(f) printf(#f), text(a), text(c), printf(" = g:%d\n", sign(f(a, c)));
#define COMPARE_N(f) printf(#f), text(a), text(c), printf(" i:%d = g:%d\n", n, sign(f(a, c, n)));
#define FIND(f) printf(#f), text(a), text(b), offset(a, f(a, b));
#define FIND_CHAR(f) printf(#f), text(a), printf(" i:%d", ch), offset(a, f(a, ch));
#define COUNT(f) printf(#f), text(a), text(b), printf(" = i:%d\n", (int)f(a, b));
  COMPARE(strcmp) COMPARE(strcasecmp) COMPARE(strverscmp) COMPARE_N(strncmp) COMPARE_N(strncasecmp)
  FIND(strstr) FIND(strcasestr) FIND(strpbrk) COUNT(strspn) COUNT(strcspn)
  FIND_CHAR(strchr) FIND_CHAR(strrchr) FIND_CHAR(strchrnul)
  printf("memchr"), text(a), printf(" i:%d i:%d", ch, (int)strlen(a)), offset(a, memchr(a, ch, strlen(a)));
  printf("memrchr"), text(a), printf(" i:%d i:%d", ch, (int)strlen(a)), offset(a, memrchr(a, ch, strlen(a)));
  printf("memmem"), text(a), printf(" i:%d", (int)strlen(a)), text(b), printf(" i:%d", (int)strlen(b));
  offset(a, memmem(a, strlen(a), b, strlen(b)));
  char buffer[64];
#define FILL(call, name) \
  memset(buffer, '#', 64), strcpy(buffer, b), printf(name), hex("b", buffer, 64), text(a), \
    printf(" i:%d", n), call, printf(" = x:0"), hex("b", buffer, 64), printf("\n");
  FILL(strncpy(buffer, a, n), "strncpy") FILL(stpncpy(buffer, a, n), "stpncpy") FILL(strncat(buffer, a, n), "strncat")
}

static void characters(void) {
  for (int c = -1; c < 256; c++) {
#define CLASS(f) printf(#f " i:%d = i:%d\n", c, (int)(unsigned short)f(c));
    CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit) CLASS(isgraph) CLASS(islower)
    CLASS(isprint) CLASS(ispunct) CLASS(isspace) CLASS(isupper) CLASS(isxdigit)
    printf("tolower i:%d = i:%d\ntoupper i:%d = i:%d\n", c, tolower(c), c, toupper(c));
  }
}

static void sequences(void) {
  unsigned seeds[] = {0, 1, 42, 123456789, 0xffffffffu};
  for (int i = 0; i < 60; i++) printf("rand = i:%d\n", rand());
  for (int s = 0; s < 5; s++) {
    printf("srand i:%d = x:0\n", (int)seeds[s]), srand(seeds[s]);
    for (int i = 0; i < 60; i++) printf("rand = i:%d\n", rand()), printf("random = l:%ld\n", random());
  }
  printf("drand48 ="), real(drand48()), printf("\n"), printf("lrand48 = l:%ld\n", lrand48());
  for (int s = 0; s < 5; s++) {
    printf("srand48 l:%ld = x:0\n", (long)seeds[s] * 77 - 5), srand48((long)seeds[s] * 77 - 5);
    for (int i = 0; i < 30; i++) {
      printf("drand48 ="), real(drand48());
      printf("\nlrand48 = l:%ld\n", lrand48());
      printf("mrand48 = l:%ld\n", mrand48());
    }
  }
  for (int i = 0; i < 40; i++) {
    unsigned short x[3] = {draw(), draw(), draw()};
    unsigned seed = draw();
    printf("nrand48"), hex("b", x, 6), printf(" = l:%ld", nrand48(x)), hex("b", x, 6), printf("\n");
    printf("jrand48"), hex("b", x, 6), printf(" = l:%ld", jrand48(x)), hex("b", x, 6), printf("\n");
    printf("erand48"), hex("b", x, 6), printf(" ="), real(erand48(x)), hex("b", x, 6), printf("\n");
    printf("rand_r"), hex("b", &seed, 4), printf(" = i:%d", rand_r(&seed)), hex("b", &seed, 4), printf("\n");
  }
}

static double any_double(void) {
  static const double special[] = {0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 4503599627370496.5, 9007199254740993.0,
                                   INFINITY, -INFINITY, NAN, 5e-324, -5e-324, 2.2250738585072014e-308,
                                   1.7976931348623157e308, 0x1p62, 0x1p63, 0.49999999999999994, 3, 7, 10};
  uint64_t bits = draw();
  double x;
  switch (below(4)) {
    case 0: return special[below(24)];
    case 1: memcpy(&x, &bits, 8); return x == x ? x : NAN;
    case 2: return (double)(int64_t)bits / (1ull << below(64)) / 2;
    default: return ldexp((double)(bits >> 11), below(80) - 100) * (below(2) ? 1 : -1);
  }
}

static void exact_mathematics(void) {
  double x = any_double(), y = any_double(), z = any_double(), part;
  int n = below(2400) - 1200, e;
  if (below(2)) z = -x * y * (below(2) ? 1 : 1 + ldexp(1, -below(60)));
#define REAL_1(f) printf(#f), real(x), printf(" ="), real(f(x)), printf("\n");
#define REAL_2(f) printf(#f), real(x), real(y), printf(" ="), real(f(x, y)), printf("\n");
#define LONG_1(f) printf(#f), real(x), printf(" = l:%ld\n", (long)f(x));
#define WITH_INT(f) printf(#f), real(x), printf(" i:%d =", n), real(f(x, n)), printf("\n");
  REAL_1(rint) REAL_1(nearbyint) REAL_1(round) REAL_1(trunc) REAL_1(floor) REAL_1(ceil) REAL_1(logb) REAL_1(sqrt)
  REAL_1(fabs) REAL_2(fmod) REAL_2(nextafter) REAL_2(copysign) REAL_2(fdim) REAL_2(fmin) REAL_2(fmax)
  if (!(fabs(y) < 1e-300)) { REAL_2(remainder) } /* glibc gives zeros a sign of their own there */
  LONG_1(lrint) LONG_1(llround) WITH_INT(ldexp) WITH_INT(scalbn)
  printf("ilogb"), real(x), printf(" = i:%d\n", ilogb(x));
  printf("fma"), real(x), real(y), real(z), printf(" ="), real(fma(x, y, z)), printf("\n");
  float a = x, b = y, c = z;
  printf("fmaf"), single(a), single(b), single(c), printf(" ="), single(fmaf(a, b, c)), printf("\n");
  printf("nextafterf"), single(a), single(b), printf(" ="), single(nextafterf(a, b)), printf("\n");
  printf("scalbnf"), single(a), printf(" i:%d =", n), single(scalbnf(a, n)), printf("\n");
  memset(&part, 0, 8);
  printf("modf"), real(x), hex("b", &part, 8), printf(" ="), real(modf(x, &part)), hex("b", &part, 8), printf("\n");
  e = 0;
  if (isfinite(x)) printf("frexp"), real(x), hex("b", &e, 4), printf(" ="), real(frexp(x, &e)), hex("b", &e, 4), printf("\n");
  e = 0;
  if (isfinite(x) && isfinite(y) && y != 0)
    printf("remquo"), real(x), real(y), hex("b", &e, 4), printf(" ="), real(remquo(x, y, &e)),
      printf(" q:%d", (e < 0 ? -1 : 1) * (abs(e) & 7)), printf("\n");
}

static void specials(void) {
  static const double values[] = {0, -0.0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 2.5, -2.5, 1e300, -1e300, 1e-300, INFINITY, -INFINITY, NAN};
#define SPECIAL_1(f) printf("special " #f), real(x), printf(" ="), real(f(x)), printf("\n");
#define SPECIAL_2(f) printf("special " #f), real(x), real(y), printf(" ="), real(f(x, y)), printf("\n");
  for (int i = 0; i < 18; i++) {
    double x = values[i];
    SPECIAL_1(acos) SPECIAL_1(acosh) SPECIAL_1(asin) SPECIAL_1(asinh) SPECIAL_1(atan) SPECIAL_1(atanh) SPECIAL_1(cbrt)
    SPECIAL_1(cosh) SPECIAL_1(sinh) SPECIAL_1(tanh) SPECIAL_1(exp) SPECIAL_1(exp2) SPECIAL_1(exp10) SPECIAL_1(expm1)
    SPECIAL_1(log) SPECIAL_1(log10) SPECIAL_1(log1p) SPECIAL_1(log2) SPECIAL_1(erf) SPECIAL_1(erfc) SPECIAL_1(tgamma)
    SPECIAL_1(lgamma) SPECIAL_1(j0) SPECIAL_1(j1) SPECIAL_1(y0) SPECIAL_1(y1) SPECIAL_1(significand)
    for (int j = 0; j < 18; j++) {
      double y = values[j];
      SPECIAL_2(pow) SPECIAL_2(atan2) SPECIAL_2(hypot)
    }
    for (int n = -3; n <= 20; n += 1) {
      if (fabs(x) > 100 || x == 0) continue;
      printf("special jn i:%d", n), real(x), printf(" ="), real(jn(n, x)), printf("\n");
      printf("special yn i:%d", n), real(x), printf(" ="), real(yn(n, x)), printf("\n");
    }
  }
}

/* Results within two units in the last place. */
static void transcendental(void) {
  double u = (draw() >> 11) * 0x1p-53, wide = ldexp(u + 0.5, below(40) - 20) * (below(2) ? 1 : -1), w = fabs(wide);
  double v = (draw() >> 11) * 0x1p-53 * 100 - 50;
#define CLOSE(f, x) printf("close " #f), real(x), printf(" ="), real(f(x)), printf("\n");
#define CLOSE_2(f, x, y) printf("close " #f), real(x), real(y), printf(" ="), real(f(x, y)), printf("\n");
  CLOSE(sin, wide) CLOSE(cos, wide) CLOSE(tan, wide) CLOSE(asin, 2 * u - 1) CLOSE(acos, 2 * u - 1) CLOSE(atan, wide)
  CLOSE(sinh, v * 10) CLOSE(cosh, v * 10) CLOSE(tanh, v / 5) CLOSE(asinh, wide) CLOSE(acosh, 1 + w) CLOSE(atanh, 2 * u - 1)
  CLOSE(exp, v * 10) CLOSE(exp2, v * 20) CLOSE(expm1, v) CLOSE(log, w) CLOSE(log2, w) CLOSE(log10, w) CLOSE(log1p, w)
  CLOSE(cbrt, wide) CLOSE(erf, v / 10) CLOSE_2(pow, w, v / 10) CLOSE_2(hypot, wide, v) CLOSE_2(atan2, wide, v)
}

/* Before 1970 glibc gives a rule of TZ no daylight time. */
static void times(const char *zone, int early) {
  static const char *formats[] = {"%c|%x|%X|%D|%F|%r|%R|%T", "%a %A %b %B %h %C %d %e %g %G %H %I %j %m %M %p %P",
                                  "%S %s %u %U %V %w %W %y %Y %z %Z %%|%k|%l|%n%t", "%-d %_H %05Y %^a %#Z %010d %-m %10A|%E"};
  char out[256], copy[64];
  setenv("TZ", zone, 1);
  tzset();
  for (int i = 0; i < 150; i++) {
    time_t t = i % 3 ? (time_t)(draw() % 8000000000ull) - 3000000000ll : (time_t)(int64_t)(draw() % 4000000000000ull) - 60000000000ll;
    struct tm tm;
    if (t < 0 && !early) t = -t;
    localtime_r(&t, &tm);
    const char *format = formats[i % 4];
    if (i % 4 == 2 && tm.tm_gmtoff % 60) continue;
    strftime(out, 256, format, &tm);
    printf("strftime"), text(zone), printf(" l:%ld", (long)t), text(format), printf(" ="), text(out), printf("\n");
    if (asctime_r(&tm, copy)) printf("asctime"), text(zone), printf(" l:%ld =", (long)t), text(copy), printf("\n");
    struct tm moved = tm;
    moved.tm_mday += below(100) - 50;
    moved.tm_hour += below(100) - 50;
    moved.tm_sec += below(100000);
    moved.tm_isdst = -1;
    struct tm normal = moved;
    time_t again = mktime(&normal);
    printf("mktime"), text(zone);
    printf(" i:%d i:%d i:%d i:%d i:%d i:%d = l:%ld\n", moved.tm_year, moved.tm_mon, moved.tm_mday, moved.tm_hour,
           moved.tm_min, moved.tm_sec, (long)again);
  }
}

int main(void) {
  characters();
  sequences();
  for (int i = 0; i < 300; i++) strings();
  for (int i = 0; i < 1500; i++) exact_mathematics();
  specials();
  for (int i = 0; i < 300; i++) transcendental();
  times("UTC0", 1);
  times("EST5EDT,M3.2.0,M11.1.0", 0);
  times("<+0330>-3:30", 1);
  times("Europe/Berlin", 1);
  times("Australia/Sydney", 1);
  for (int i = 0; i < 135; i++) printf("strerror i:%d =", i), text(strerror(i)), printf("\n");
  for (int i = 0; i < 67; i++) printf("strsignal i:%d =", i), text(strsignal(i)), printf("\n");
  return 0;
}
