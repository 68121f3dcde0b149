/* C11's language beyond C99, and what of GNU C goes with it, as gcc has it. */
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <uchar.h>

_Static_assert(sizeof(int) == 4, "int");
_Static_assert(1);
struct checked {
  int a;
  _Static_assert(sizeof(int) == 4, "in a struct");
  int b;
};

static int square(int x) { return x * x; }
static double squaref(double x) { return x * x; }
#define SQUARE(x) _Generic((x), double: squaref, float: squaref, default: square)(x)
#define NAME(x) _Generic((x), int: "int", double: "double", char *: "char *", const char *: "const char *", \
  unsigned char: "unsigned char", int (*)(int): "function", struct checked: "struct", default: "other")
static int evaluations;
static int counted(void) { return ++evaluations; }

static void generic(void) {
  const int constant = 3;
  unsigned char small = 1;
  int array[3] = {1, 2, 3}, chosen = 0;
  struct checked s = {1, 2};
  printf("%s %s %s %s %s %s\n", NAME(1), NAME(2.0), NAME("a"), NAME(1.f), NAME(constant), NAME(small));
  printf("%s %s %s %s\n", NAME(small + 1), NAME(square), NAME(s), NAME((const char *)0));
  printf("%d %g\n", SQUARE(3), SQUARE(1.5));
  _Generic(array, int *: chosen, default: evaluations) = 7;
  printf("%d %s %d\n", chosen, _Generic(counted(), int: "int"), evaluations);
  printf("%d\n", _Generic(0, int: 5, default: counted()) + evaluations);
}

_Alignas(16) char c16[3];
alignas(int) alignas(64) static int i64;
struct aligned { char a; _Alignas(8) char b; alignas(double) char d; };

static void alignment(int again) {
  _Alignas(64) int x;
  _Alignas(128) char y[3] = {1, 2, 3};
  goto in;
  {
    _Alignas(64) int w;
  in:
    w = 3;
    x = w;
    printf("%d %d\n", (int)((long)&w % 64), w);
  }
  printf("%d %d %d %d\n", (int)((long)&x % 64), (int)((long)y % 128), x, y[2]);
  printf("%d %d %d\n", (int)((long)c16 % 16), (int)((long)&i64 % 64), (int)alignof(double));
  printf("%d %d %d\n", (int)sizeof(struct aligned), (int)_Alignof(struct aligned), (int)offsetof(struct aligned, d));
  if (again) alignment(0);
}

_Thread_local int per_thread = 3;
static _Thread_local int also;
struct outer { int k; union { int i; float f; struct { short x, y; }; }; };

static void members(void) {
  static _Thread_local int within = 5;
  struct outer a = {1, {.i = 0x10002}}, b = {.k = 2, .x = 3, .y = 4};
  printf("%d %d %d\n", per_thread, also, within);
  printf("%d %d %d %d\n", a.x, a.y, b.i, b.k);
}

static const char16_t utf16[] = u"h\u00e9\U0001F600" u"x";
static const char32_t utf32[] = U"h\U0001F600";

static void literals(void) {
  const char *utf8 = u8"h\u00e9";
  char text[8];
  char16_t half;
  mbstate_t state = {0};
  printf("%d %d %d %d\n", (int)sizeof utf16, (int)sizeof utf32, (int)(unsigned char)utf8[1], (int)strlen(utf8));
  for (int i = 0; i < 6; i++) printf("%x ", utf16[i]);
  printf("%x %x %x %x\n", (unsigned)utf32[1], (unsigned)u'\u20ac', (unsigned)U'\U0001F600', (unsigned)L'x');
  printf("%d ", (int)c16rtomb(text, utf16[2], &state));
  printf("%d %x\n", (int)c16rtomb(text, utf16[3], &state), (unsigned char)text[0]);
  memset(&state, 0, sizeof state);
  printf("%d %x ", (int)mbrtoc16(&half, "\xf0\x9f\x98\x80", 4, &state), (unsigned)half);
  printf("%d %x\n", (int)mbrtoc16(&half, "", 1, &state), (unsigned)half);
}

#define MAX(a, b) ({ __auto_type _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

static void gnu(void) {
  typeof(3.0) d = 2;
  __auto_type p = &d;
  const __auto_type name = "abc";
  char bytes[8] = {1, 2, 3, 4};
  int x = *(int __attribute__((aligned(1), may_alias)) *)bytes;
  x += *(__attribute__((may_alias)) int *)(bytes + 4);
  printf("%g %g %s %x %d\n", MAX(d, 3), *p, name, x, MAX(MAX(1, counted()), MAX(3, 2)));
  printf("%d %d\n", __builtin_types_compatible_p(int, signed), __builtin_choose_expr(1, 4, "a"));
}

static int (__attribute__((noinline)) grouped)(int a __attribute__((unused))) { return 1; }
struct files { FILE *f; FILE kept; };
static FILE files[2];
noreturn static void leave(void) { exit(grouped(0) - 1); }

int main(void) {
  generic();
  alignment(1);
  members();
  literals();
  gnu();
  printf("%d %d\n", (int)sizeof(FILE), (int)(&files[1] - files));
  fflush(stdout);
  leave();
}
