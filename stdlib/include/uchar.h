/* C11 7.28: the types of u"" and U"", and conversions between them and multibyte text, which is UTF-8. */
#ifndef _UCHAR_H
#define _UCHAR_H

#include <wchar.h>

typedef unsigned short char16_t;
typedef unsigned int char32_t;

static inline size_t mbrtoc32(char32_t *restrict to, const char *restrict text, size_t size, mbstate_t *restrict state) {
  wchar_t wide = 0;
  size_t length = mbrtowc(&wide, text, size, state);
  if (to && text && length < (size_t)-2) *to = (char32_t)wide;
  return length;
}

static inline size_t c32rtomb(char *restrict to, char32_t character, mbstate_t *restrict state) {
  return wcrtomb(to, (wchar_t)character, state);
}

/* Between the two halves of a character, __count is -1 and __value the second half. */
static inline size_t mbrtoc16(char16_t *restrict to, const char *restrict text, size_t size, mbstate_t *restrict state) {
  static mbstate_t own;
  mbstate_t *at = state ? state : &own;
  if (at->__count == -1) {
    if (to) *to = (char16_t)at->__value;
    at->__count = 0;
    at->__value = 0;
    return (size_t)-3;
  }
  wchar_t wide = 0;
  size_t length = mbrtowc(&wide, text, size, at);
  if (!text || length >= (size_t)-2) return length;
  if (wide > 0xffff) {
    at->__count = -1;
    at->__value = 0xdc00u + ((unsigned)(wide - 0x10000) & 0x3ffu);
    wide = 0xd800 + ((wide - 0x10000) >> 10);
  }
  if (to) *to = (char16_t)wide;
  return length;
}

static inline size_t c16rtomb(char *restrict to, char16_t character, mbstate_t *restrict state) {
  static mbstate_t own;
  mbstate_t *at = state ? state : &own;
  if (to && character >= 0xd800 && character < 0xdc00) {
    at->__count = -1;
    at->__value = character;
    return 0;
  }
  wchar_t wide = character;
  if (at->__count == -1) {
    wide = 0x10000 + (((wchar_t)at->__value - 0xd800) << 10) + (character & 0x3ff);
    at->__count = 0;
    at->__value = 0;
  }
  return wcrtomb(to, wide, at);
}

#endif
