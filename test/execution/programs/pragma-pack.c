// #pragma pack: layouts and bytes are those of gcc on x86-64; misaligned members are read and written by name.
#include "check.h"
#include <stddef.h>
#include <string.h>

struct plain { char a; int b; double c; };
#pragma pack(push)
#pragma pack(1)
struct tight { char a; const int b; volatile double c; struct plain d; };
union both { const struct tight t; unsigned f : 20; long l; };
#pragma pack(push, two, 2)
struct pairs { char a; int b; struct plain c; short d __attribute__((aligned(16))); };
_Pragma("pack(push, 4)")
struct words { char a; double b; int c : 20, d : 20; long e : 40; };
#pragma pack()
struct none { char a; double b; };
#pragma pack(pop, two)
struct again { char a; long b; };
#pragma pack(pop)
struct outside { char a; double b; unsigned c : 20, d : 20; };
#pragma pack(2)
struct fields { unsigned char a : 5; unsigned b : 30; char c; long : 0; char d; } __attribute__((packed));
#pragma pack(0)
struct last { short a; long b; };

struct tight t = {1, 2, 3, {4, 5, 6}};
union both u = {{7, 8, 9, {10, 11, 12}}};
struct words w = {1, 2, -3, 4, -5};

static int bytes(const void *p, size_t size, const char *expected) {
  char text[200];
  for (size_t i = 0; i < size; i++) sprintf(text + 2 * i, "%02x", ((const unsigned char *)p)[i]);
  if (strcmp(text, expected) != 0) printf("%s\n", text);
  return strcmp(text, expected) == 0;
}

int main(void) {
  CHECK(sizeof(struct plain) == 16 && _Alignof(struct plain) == 8);
  CHECK(sizeof(struct tight) == 29 && _Alignof(struct tight) == 1 && offsetof(struct tight, d) == 13);
  CHECK(sizeof(union both) == 29 && _Alignof(union both) == 1);
  CHECK(sizeof(struct pairs) == 24 && _Alignof(struct pairs) == 2 && offsetof(struct pairs, d) == 22);
  CHECK(sizeof(struct words) == 24 && _Alignof(struct words) == 4 && offsetof(struct words, b) == 4);
  CHECK(sizeof(struct none) == 16 && sizeof(struct again) == 9 && sizeof(struct outside) == 24);
  CHECK(sizeof(struct fields) == 10 && _Alignof(struct fields) == 2 && sizeof(struct last) == 16);
  CHECK(bytes(&t, sizeof t, "010200000000000000000008400400000005000000" "0000000000001840"));
  CHECK(u.f == 0x807 && u.t.d.c == 12);
  CHECK(bytes(&w, sizeof w, "01000000000000000000004" "0fdff4f0000fbffffffff0000"));
  t.c += 0.5, t.d.b++, t.d.c += 0.5, ++*(char *)&t.b;
  CHECK(t.a == 1 && t.b == 3 && t.c == 3.5 && t.d.a == 4 && t.d.b == 6 && t.d.c == 6.5);
  struct tight row[3] = {t, t, t};
  for (int i = 0; i < 3; i++) row[i].c += i;
  CHECK(row[0].c + row[1].c + row[2].c == 13.5 && row[2].d.c == 6.5);
  return bad != 0;
}
