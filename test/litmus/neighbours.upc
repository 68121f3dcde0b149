// threads: 2
/*
 * A store changes its own object alone: neighbours in the same word that another thread writes at the same time keep
 * their values, be they bytes, halves of a word or bit-fields.
 */
#include "litmus.h"

typedef struct { unsigned char a, b; unsigned short c; } Bytes;
typedef struct { unsigned a : 5, b : 11; unsigned char c; unsigned char d; } Fields;
typedef struct { unsigned long long a : 40, b : 24; } Wide;

strict shared [] Bytes strictBytes[CELLS];
relaxed shared [] Bytes relaxedBytes[CELLS];
strict shared [] Fields strictFields[CELLS];
relaxed shared [] Fields relaxedFields[CELLS];
relaxed shared [] Wide wide[CELLS];

/* Each thread writes its member several times; the other's last value must be there at the end. */
#define WRITE(name, cell, member) \
  static void name(int i) { int k; for (k = 1; k <= 5; k++) cell[i].member = k; set(MYTHREAD, i, 1); }
#define KEPT(name, cell, one, other) \
  static int name(int i) { return 2 * (cell[i].one != 5) + (cell[i].other != 5); }

WRITE(strictA, strictBytes, a) WRITE(strictB, strictBytes, b) KEPT(strictAB, strictBytes, a, b)
WRITE(relaxedA, relaxedBytes, a) WRITE(relaxedC, relaxedBytes, c) KEPT(relaxedAC, relaxedBytes, a, c)
WRITE(fieldA, strictFields, a) WRITE(fieldC, strictFields, c) KEPT(fieldsAC, strictFields, a, c)
WRITE(fieldB, strictFields, b) KEPT(fieldsAB, strictFields, a, b)
WRITE(relaxedFieldB, relaxedFields, b) WRITE(relaxedFieldD, relaxedFields, d) KEPT(fieldsBD, relaxedFields, b, d)
WRITE(relaxedFieldA, relaxedFields, a) KEPT(relaxedAB, relaxedFields, a, b)
WRITE(wideA, wide, a) WRITE(wideB, wide, b) KEPT(wideAB, wide, a, b)

static void clear(int i)
{
  strictBytes[i].a = strictBytes[i].b = relaxedBytes[i].a = relaxedBytes[i].c = 0;
  strictFields[i].a = strictFields[i].b = strictFields[i].c = 0;
  relaxedFields[i].a = relaxedFields[i].b = relaxedFields[i].d = 0;
  wide[i].a = wide[i].b = 0;
}

#define OUTCOMES_ { "both kept", "!second lost", "!first lost", "!both lost" }
static const Litmus tests[] = {
  { "strict char beside char", 2, { strictA, strictB }, strictAB, OUTCOMES_, clear },
  { "relaxed char beside short", 2, { relaxedA, relaxedC }, relaxedAC, OUTCOMES_, clear },
  { "strict bit-field beside char", 2, { fieldA, fieldC }, fieldsAC, OUTCOMES_, clear },
  { "strict bit-field beside bit-field", 2, { fieldA, fieldB }, fieldsAB, OUTCOMES_, clear },
  { "relaxed bit-field beside char", 2, { relaxedFieldB, relaxedFieldD }, fieldsBD, OUTCOMES_, clear },
  { "relaxed bit-field beside bit-field", 2, { relaxedFieldA, relaxedFieldB }, relaxedAB, OUTCOMES_, clear },
  { "bit-fields of 64 bits", 2, { wideA, wideB }, wideAB, OUTCOMES_, clear },
};
LITMUS_MAIN(tests)
