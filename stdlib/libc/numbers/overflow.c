/*
 * Whether sums, differences and products of integers of any two types fit a third: results of gcc's __builtin_add_overflow and
 * its like are made of (semantics/intrinsics/overflow.ts). An operand comes as 64 bits and, if it is negative, -1; a result as 128 bits
 * of which those of its type are kept.
 */

typedef unsigned long word;

/* The result's type: its bits, and whether it has a sign. */
static int fits(word low, long high, int bits, int is_signed, word *kept) {
  word mask = bits == 64 ? ~(word)0 : ((word)1 << bits) - 1;
  *kept = low & mask;
  if (is_signed && (*kept >> (bits - 1)) != 0) {
    *kept |= ~mask;
    return high == -1 && *kept == low;
  }
  return high == 0 && *kept == low;
}

int __pgasc_add_overflow(long a, int above_a, long b, int above_b, int bits, int is_signed, word *kept) {
  word low = (word)a + (word)b;
  long high = (long)above_a + above_b + (low < (word)a);
  return !fits(low, high, bits, is_signed, kept);
}

int __pgasc_sub_overflow(long a, int above_a, long b, int above_b, int bits, int is_signed, word *kept) {
  word low = (word)a - (word)b;
  long high = (long)above_a - above_b - ((word)a < (word)b);
  return !fits(low, high, bits, is_signed, kept);
}

int __pgasc_mul_overflow(long a, int above_a, long b, int above_b, int bits, int is_signed, word *kept) {
  word x = above_a ? -(word)a : (word)a, y = above_b ? -(word)b : (word)b;
  word x0 = x & 0xffffffff, x1 = x >> 32, y0 = y & 0xffffffff, y1 = y >> 32;
  word middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (middle & 0xffffffff);
  word low = x * y, high = x1 * y1 + (middle >> 32) + (other >> 32);
  int is_large = high >> 63 != 0;
  if (above_a != above_b) {
    low = -low;
    high = ~high + (low == 0);
  }
  return !fits(low, (long)high, bits, is_signed, kept) || is_large;
}
