/*
 * Four bytes at a time, for the str* and mem* functions: words that are aligned, so that none is read that is not at
 * least in part the string's. (Mycroft's test)
 */
#define _GNU_SOURCE
#include <string.h>

#define ONES 0x01010101u
/* Not zero where a byte of the word is; `word` is evaluated twice. */
#define ZEROS(word) (((word) - ONES) & ~(word) & 0x80808080u)
#define ADDRESS(p) ((unsigned)(p))
#define IS_ALIGNED(p) ((ADDRESS(p) & 3) == 0)
#define WORD(p) (((const union word *)(p))->bits)
#define BYTE(p) (*(const unsigned char *)(p))

/* As a part of a union: the bytes were written as something else. */
union word {
  unsigned bits;
};

/* No memory of a program is below. */
#define FIRST_ADDRESS 0x10000u

/* strlen, which ends the program where the address is no string's. */
size_t __pgasc_string_length(const char *text);

/* Ends the program where a null pointer, or one next to it, is given as a string. */
#define NEED_STRING(text) ((void)(ADDRESS(text) < FIRST_ADDRESS && __pgasc_string_length(text)))
