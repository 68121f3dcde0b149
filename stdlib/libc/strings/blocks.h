/*
 * Sixteen bytes at a time, for the str* and mem* functions: blocks that are aligned, so that none is read that is not at least in
 * part the string's, and none that is partly outside of memory. A set of bytes of a block has a bit for each.
 */
#define _GNU_SOURCE
#include <string.h>

#define ADDRESS(p) ((unsigned)(p))
#define BYTE(p) (*(const unsigned char *)(p))

#define BLOCK 16
#define WHOLE 0xffffu
/* The block that the address is in, and the place in it. */
#define BLOCK_OF(p) ((const char *)(ADDRESS(p) & -BLOCK))
#define PLACE(p) (ADDRESS(p) & (BLOCK - 1))
/* Those of a block that are the byte. */
#define EQUAL(block, byte) __builtin_equal_bytes(block, byte)
/* Those of sixteen bytes, which need not be aligned, that are the same at both places, or not. */
#define SAME_BYTES(left, right) __builtin_same_bytes(left, right)
#define DIFFERENT(left, right) (SAME_BYTES(left, right) ^ WHOLE)
#define FIRST(bits) __builtin_ctz(bits)
#define LAST(bits) (31 - __builtin_clz(bits))

/* Those of four blocks together, at the place in its block: whether there are any. `SET` is a macro of the block. */
#define OF_FOUR(SET, p) (SET(p) | SET((p) + BLOCK) | SET((p) + 2 * BLOCK) | SET((p) + 3 * BLOCK))

/*
 * const char *name(text, ...): the first byte that is in the set, which is there. Blocks are taken one by one up to four that lie
 * together.
 */
#define FINDER(name, parameters, SET)                                       \
  static inline const char *name parameters {                               \
    const char *p = BLOCK_OF(text);                                         \
    unsigned set = (SET(p)) >> PLACE(text);                                 \
    if (set != 0) return text + FIRST(set);                                 \
    for (p += BLOCK; (ADDRESS(p) & (4 * BLOCK - 1)) != 0; p += BLOCK)       \
      if ((set = (SET(p))) != 0) return p + FIRST(set);                     \
    while (OF_FOUR(SET, p) == 0) p += 4 * BLOCK;                            \
    while ((set = (SET(p))) == 0) p += BLOCK;                               \
    return p + FIRST(set);                                                  \
  }

/* No memory of a program is below. */
#define FIRST_ADDRESS 0x10000u

/* strlen, which ends the program where the address is no string's. */
size_t __pgasc_string_length(const char *text);

/* Reads the byte, for -g to look at. */
#define TOUCH(p) ((void)*(const volatile char *)(p))

/* Ends the program where a null pointer, or one next to it, is given as a string. */
#define NEED_STRING(text) ((void)(ADDRESS(text) < FIRST_ADDRESS && __pgasc_string_length(text)), TOUCH(text))
