// threads: 2
/*
 * Strict accesses of 8 bytes are whole: 64-bit integers, doubles, pointers-to-shared with a phase. One thread writes two
 * values in turn, the other reads; half of one and half of the other is forbidden. Relaxed ones may be seen in halves.
 */
#include "litmus.h"

typedef shared [4] int *Pointer;
shared [4] int target[64 * THREADS];
strict shared [] long strictLong[CELLS];
relaxed shared [] long relaxedLong[CELLS];
strict shared [] double strictDouble[CELLS];
Pointer strict shared [] strictPointer[CELLS];
Pointer shared [] relaxedPointer[CELLS];

#define ONE 0x1111111111111111L
#define TWO 0x2222222222222222L
#define FIRST (&target[1])             /* phases 1 and 2; at 2 threads or more, other threads */
#define SECOND (&target[6])
static int kind(int first, int second, int begin) { return first ? 0 : second ? 1 : begin ? 2 : 3; }

static void setLong(int i) { strictLong[i] = relaxedLong[i] = 0; }
static void writeLong(int i) { strictLong[i] = ONE; strictLong[i] = TWO; }
static void readLong(int i) { long v = strictLong[i]; set(0, i, kind(v == ONE, v == TWO, v == 0)); }
static void writeRelaxedLong(int i) { relaxedLong[i] = ONE; relaxedLong[i] = TWO; }
static void readRelaxedLong(int i) { long v = relaxedLong[i]; set(0, i, kind(v == ONE, v == TWO, v == 0)); }

static void setDouble(int i) { strictDouble[i] = 0; }
static void writeDouble(int i) { strictDouble[i] = 1.1; strictDouble[i] = -2.2e100; }
static void readDouble(int i) { double v = strictDouble[i]; set(0, i, kind(v == 1.1, v == -2.2e100, v == 0)); }

static void setPointer(int i) { strictPointer[i] = relaxedPointer[i] = NULL; }
static int kindOf(Pointer p)
{
  int phase = upc_phaseof(p);
  return kind(p == FIRST && phase == 1, p == SECOND && phase == 2, p == NULL && phase == 0);
}
static void writePointer(int i) { strictPointer[i] = FIRST; strictPointer[i] = SECOND; }
static void readPointer(int i) { set(0, i, kindOf(strictPointer[i])); }
static void writeRelaxedPointer(int i) { relaxedPointer[i] = FIRST; relaxedPointer[i] = SECOND; }
static void readRelaxedPointer(int i) { set(0, i, kindOf(relaxedPointer[i])); }

static int outcome(int i) { return get(0, i); }

#define WHOLE { "first", "second", "neither", "!torn" }
#define MAYBE { "first", "second", "neither", "~torn" }
static const Litmus tests[] = {
  { "whole strict long", 2, { writeLong, readLong }, outcome, WHOLE, setLong },
  { "whole strict double", 2, { writeDouble, readDouble }, outcome, WHOLE, setDouble },
  { "whole strict pointer-to-shared", 2, { writePointer, readPointer }, outcome, WHOLE, setPointer },
  { "relaxed long", 2, { writeRelaxedLong, readRelaxedLong }, outcome, MAYBE, setLong },
  { "relaxed pointer-to-shared", 2, { writeRelaxedPointer, readRelaxedPointer }, outcome, MAYBE, setPointer },
};
LITMUS_MAIN(tests)
