/*
 * Four bytes at a time, for the str* and mem* functions: words that are aligned, so that none is read that is not at
 * least in part the string's. (Mycroft's test)
 */
#include <string.h>

#define ONES 0x01010101u
#define HAS_ZERO(word) ((((word) - ONES) & ~(word) & 0x80808080u) != 0)
#define ADDRESS(p) ((unsigned)(p))
#define IS_ALIGNED(p) ((ADDRESS(p) & 3) == 0)
#define WORD(p) (*(const unsigned *)(p))
#define BYTE(p) (*(const unsigned char *)(p))

/* No memory of a program is below. */
#define FIRST_ADDRESS 0x10000u

/* strlen, which ends the program where the address is no string's. */
size_t __pgasc_string_length(const char *text);
