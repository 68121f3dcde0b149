/*
 * <wchar.h> and <inttypes.h>, numbers in wide text. (C99 7.24.4.1, 7.8.2.4)
 * A number consists of ASCII characters: that prefix of the text is narrowed and passed to strtol and its like, and the
 * length that they consumed is the length in the wide text.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

/** The run of ASCII behind white space, as bytes in `room` or in new memory; NULL where there is none. */
static char *narrowed(const wchar_t *text, char *room, size_t size) {
  size_t length = 0;
  while (text[length] > 0 && text[length] < 128) length++;
  char *bytes = length < size ? room : malloc(length + 1);
  if (!bytes) return NULL;
  for (size_t i = 0; i < length; i++) bytes[i] = (char)text[i];
  bytes[length] = 0;
  return bytes;
}

#define ROOM 128

#define CONVERSION(type, name, narrow, parameters, ...)                     \
  type name parameters {                                                    \
    const wchar_t *start = text;                                            \
    char room[ROOM], *last = NULL;                                          \
    while (iswspace((wint_t)*start)) start++;                               \
    char *bytes = narrowed(start, room, ROOM);                              \
    type result = bytes ? narrow(bytes, &last __VA_ARGS__) : 0;             \
    if (end) *end = (wchar_t *)(last > bytes ? start + (last - bytes) : text); \
    if (bytes != room) free(bytes);                                         \
    return result;                                                          \
  }

#define INTEGER(type, name, narrow) \
  CONVERSION(type, name, narrow, (const wchar_t *restrict text, wchar_t **restrict end, int base), , base)
#define FLOATING(type, name, narrow) \
  CONVERSION(type, name, narrow, (const wchar_t *restrict text, wchar_t **restrict end))

INTEGER(long, wcstol, strtol)
INTEGER(long long, wcstoll, strtoll)
INTEGER(unsigned long, wcstoul, strtoul)
INTEGER(unsigned long long, wcstoull, strtoull)
INTEGER(intmax_t, wcstoimax, strtoimax)
INTEGER(uintmax_t, wcstoumax, strtoumax)
FLOATING(double, wcstod, strtod)
FLOATING(float, wcstof, strtof)
FLOATING(long double, wcstold, strtold)
