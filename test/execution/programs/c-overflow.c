/* gcc's arithmetic with overflow checks, on operands and results of all integer types. */
#include <stdio.h>
#include <limits.h>
#include <stdint.h>
static unsigned long long sum;
static int many;
static void random_types(void) {
  { unsigned a = (unsigned)8589934599ULL; short b = (short)1ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)3037000500ULL; unsigned char b = (unsigned char)1ULL; unsigned r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)4294967295ULL; signed char b = (signed char)4294967295ULL; unsigned char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)4611686018427387904ULL; unsigned short b = (unsigned short)4294967295ULL; unsigned char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)8589934599ULL; unsigned char b = (unsigned char)8589934599ULL; unsigned short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)256ULL; long long b = (long long)1ULL; signed char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)127ULL; int b = (int)4611686018427387904ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)2ULL; int b = (int)3037000500ULL; short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)4611686018427387904ULL; unsigned b = (unsigned)18446744073709551615ULL; unsigned char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)4611686018427387904ULL; unsigned short b = (unsigned short)4294967295ULL; unsigned long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)18446744071562067968ULL; unsigned long long b = (unsigned long long)65535ULL; unsigned long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)18446744073709551615ULL; short b = (short)3037000500ULL; unsigned short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)9223372036854775807ULL; unsigned long long b = (unsigned long long)65535ULL; unsigned r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)128ULL; unsigned char b = (unsigned char)2147483647ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)1ULL; unsigned long long b = (unsigned long long)18446744073709551615ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)18446744070672551116ULL; unsigned b = (unsigned)9223372036854775808ULL; unsigned r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)32767ULL; unsigned char b = (unsigned char)9223372036854775808ULL; unsigned char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)8589934599ULL; signed char b = (signed char)3037000500ULL; int r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)18446744071562067968ULL; int b = (int)0ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)18446744070672551116ULL; unsigned b = (unsigned)2ULL; short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)65535ULL; signed char b = (signed char)127ULL; unsigned short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)9223372036854775808ULL; long long b = (long long)18446744073709551615ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)4611686018427387904ULL; unsigned long long b = (unsigned long long)32767ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)4294967295ULL; long long b = (long long)18446744071562067968ULL; int r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)18446744073709551615ULL; unsigned short b = (unsigned short)128ULL; short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)0ULL; unsigned short b = (unsigned short)9223372036854775808ULL; unsigned short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)0ULL; int b = (int)127ULL; int r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)127ULL; unsigned b = (unsigned)18446744073709551615ULL; unsigned r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)2147483648ULL; unsigned long long b = (unsigned long long)2147483648ULL; long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)8589934599ULL; unsigned char b = (unsigned char)2147483648ULL; unsigned long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)255ULL; unsigned short b = (unsigned short)9223372036854775807ULL; unsigned char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)18446744070672551116ULL; unsigned char b = (unsigned char)1ULL; unsigned r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)4611686018427387904ULL; signed char b = (signed char)2ULL; short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)255ULL; signed char b = (signed char)18446744070672551116ULL; unsigned char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)18446744071562067968ULL; short b = (short)18446744070672551116ULL; int r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)2ULL; unsigned long long b = (unsigned long long)9223372036854775808ULL; unsigned char r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)65535ULL; unsigned long long b = (unsigned long long)18446744073709551615ULL; unsigned long long r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)32767ULL; unsigned char b = (unsigned char)9223372036854775808ULL; unsigned r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)18446744073709551615ULL; signed char b = (signed char)18446744071562067968ULL; unsigned short r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)8589934599ULL; signed char b = (signed char)18446744073709551615ULL; int r; int o = __builtin_add_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)18446744071562067968ULL; unsigned b = (unsigned)256ULL; short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)256ULL; unsigned short b = (unsigned short)2147483648ULL; unsigned short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)18446744071562067968ULL; unsigned short b = (unsigned short)0ULL; unsigned long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)32767ULL; int b = (int)255ULL; unsigned long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)18446744071562067968ULL; unsigned long long b = (unsigned long long)18446744073709551615ULL; unsigned r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)9223372036854775808ULL; unsigned char b = (unsigned char)255ULL; unsigned short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)18446744070672551116ULL; unsigned short b = (unsigned short)18446744070672551116ULL; unsigned long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)8589934599ULL; unsigned long long b = (unsigned long long)18446744073709551615ULL; unsigned r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)9223372036854775808ULL; long long b = (long long)128ULL; unsigned short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)2147483648ULL; unsigned b = (unsigned)9223372036854775807ULL; unsigned char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)128ULL; unsigned char b = (unsigned char)127ULL; short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)8589934599ULL; short b = (short)127ULL; unsigned long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)4611686018427387904ULL; unsigned b = (unsigned)4611686018427387904ULL; short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)8589934599ULL; signed char b = (signed char)2ULL; signed char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)255ULL; long long b = (long long)0ULL; unsigned short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)18446744073709551615ULL; unsigned short b = (unsigned short)256ULL; int r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)127ULL; int b = (int)1ULL; long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)18446744073709551615ULL; unsigned long long b = (unsigned long long)127ULL; long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)128ULL; signed char b = (signed char)18446744070672551116ULL; unsigned long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)127ULL; short b = (short)9223372036854775808ULL; short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)18446744073709551615ULL; signed char b = (signed char)18446744073709551615ULL; unsigned r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)256ULL; unsigned char b = (unsigned char)255ULL; signed char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)18446744073709551615ULL; signed char b = (signed char)9223372036854775807ULL; unsigned char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)2147483647ULL; unsigned char b = (unsigned char)18446744070672551116ULL; unsigned long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)18446744073709551615ULL; int b = (int)4611686018427387904ULL; unsigned long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)4611686018427387904ULL; unsigned short b = (unsigned short)255ULL; int r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)2ULL; short b = (short)2147483648ULL; long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)256ULL; unsigned b = (unsigned)4294967295ULL; unsigned char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)2ULL; unsigned short b = (unsigned short)127ULL; int r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)127ULL; short b = (short)9223372036854775807ULL; int r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)9223372036854775808ULL; unsigned char b = (unsigned char)128ULL; long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)18446744073709551615ULL; short b = (short)2147483648ULL; long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)18446744071562067968ULL; long long b = (long long)2147483647ULL; unsigned short r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)2147483647ULL; unsigned b = (unsigned)4611686018427387904ULL; signed char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)2147483648ULL; unsigned long long b = (unsigned long long)2147483647ULL; signed char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)256ULL; unsigned char b = (unsigned char)2ULL; unsigned char r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)1ULL; int b = (int)128ULL; int r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)32767ULL; short b = (short)2147483648ULL; long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)18446744073709551615ULL; unsigned long long b = (unsigned long long)32767ULL; unsigned r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)18446744073709551615ULL; short b = (short)32767ULL; long long r; int o = __builtin_sub_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)18446744073709551615ULL; unsigned char b = (unsigned char)18446744070672551116ULL; int r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)2ULL; unsigned char b = (unsigned char)9223372036854775807ULL; int r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)32767ULL; unsigned b = (unsigned)18446744070672551116ULL; long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)2ULL; signed char b = (signed char)128ULL; unsigned short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)255ULL; signed char b = (signed char)65535ULL; short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)9223372036854775807ULL; unsigned short b = (unsigned short)18446744073709551615ULL; int r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)0ULL; int b = (int)32767ULL; unsigned r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)18446744073709551615ULL; signed char b = (signed char)4611686018427387904ULL; signed char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)9223372036854775807ULL; unsigned long long b = (unsigned long long)2ULL; unsigned short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)18446744073709551615ULL; unsigned long long b = (unsigned long long)65535ULL; long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)255ULL; unsigned short b = (unsigned short)8589934599ULL; unsigned r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)1ULL; long long b = (long long)127ULL; unsigned r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)4294967295ULL; unsigned char b = (unsigned char)128ULL; int r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)18446744073709551615ULL; unsigned char b = (unsigned char)65535ULL; long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)9223372036854775807ULL; int b = (int)128ULL; signed char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)0ULL; int b = (int)32767ULL; unsigned long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)256ULL; unsigned b = (unsigned)1ULL; unsigned r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)128ULL; unsigned short b = (unsigned short)0ULL; unsigned r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)9223372036854775808ULL; long long b = (long long)32767ULL; unsigned char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)18446744073709551615ULL; unsigned short b = (unsigned short)32767ULL; signed char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)3037000500ULL; short b = (short)1ULL; long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { long long a = (long long)65535ULL; signed char b = (signed char)8589934599ULL; int r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)18446744070672551116ULL; unsigned char b = (unsigned char)2147483648ULL; short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned a = (unsigned)65535ULL; unsigned long long b = (unsigned long long)18446744070672551116ULL; short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)18446744073709551615ULL; signed char b = (signed char)127ULL; long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)0ULL; unsigned short b = (unsigned short)1ULL; unsigned char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)2147483648ULL; unsigned b = (unsigned)9223372036854775807ULL; unsigned char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)9223372036854775808ULL; signed char b = (signed char)32767ULL; unsigned short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { signed char a = (signed char)18446744073709551615ULL; unsigned long long b = (unsigned long long)4611686018427387904ULL; unsigned char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned char a = (unsigned char)32767ULL; unsigned char b = (unsigned char)18446744073709551615ULL; unsigned long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)256ULL; unsigned short b = (unsigned short)8589934599ULL; unsigned short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned long long a = (unsigned long long)18446744073709551615ULL; unsigned long long b = (unsigned long long)9223372036854775808ULL; long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)18446744073709551615ULL; signed char b = (signed char)18446744070672551116ULL; unsigned short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)8589934599ULL; unsigned b = (unsigned)65535ULL; int r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { short a = (short)1ULL; signed char b = (signed char)9223372036854775808ULL; unsigned long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)9223372036854775808ULL; unsigned char b = (unsigned char)65535ULL; unsigned short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)9223372036854775807ULL; unsigned long long b = (unsigned long long)2ULL; unsigned long long r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { unsigned short a = (unsigned short)9223372036854775808ULL; int b = (int)0ULL; unsigned char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)18446744073709551615ULL; unsigned long long b = (unsigned long long)9223372036854775807ULL; unsigned char r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
  { int a = (int)255ULL; long long b = (long long)18446744073709551615ULL; unsigned short r; int o = __builtin_mul_overflow(a, b, &r); sum = sum * 31 + o * 7 + (unsigned long long)r; many += o; }
}
int main(){ random_types(); printf("%llu %d\n", sum, many); int r; long l; unsigned u; short s; unsigned char c; uint64_t q;
 printf("%d ",__builtin_add_overflow(INT_MAX,1,&r)); printf("%d ",r); printf("%d ",__builtin_mul_overflow(1L<<40,1L<<40,&l)); printf("%ld ",l); printf("%d ",__builtin_sub_overflow(1u,2u,&u)); printf("%u ",u);
 printf("%d ",__builtin_add_overflow(30000,30000,&s)); printf("%d ",s); printf("%d ",__builtin_mul_overflow(16,15,&c)); printf("%d ",__builtin_mul_overflow(-1,15,&c)); printf("%d ",c);
 printf("%d ",__builtin_mul_overflow((uint64_t)1<<63,(uint64_t)2,&q)); printf("%d ",__builtin_add_overflow(-1L,(uint64_t)2,&q)); printf("%d ",__builtin_sadd_overflow(1,2,&r)); printf("%d ",__builtin_umull_overflow(1ul<<63,2,&q)); 
 printf("%d ",__builtin_sub_overflow(0,1,&q)); printf("%llu ",(unsigned long long)q); printf("%d\n",__builtin_add_overflow_p(INT_MAX,1,(int)0));
 long long ll; printf("%d ",__builtin_smulll_overflow(LLONG_MIN,-1,&ll)); printf("%lld\n",ll); printf("%d\n",__builtin_mul_overflow(UINT64_MAX,-1L,&ll)); return 0;}
