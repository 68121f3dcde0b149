// threads: 3
/* WRC: a write that one thread has read and passed on is seen by the third. */
#include "litmus.h"
#define X(i) [(i) * LINE]

static void write(int i) { sx X(i) = 1; }
static void passOn(int i) { int r = sx X(i); if (r) sy X(i) = 1; set(0, i, r); }
static void receive(int i) { int flag = sy X(i); set(1, i, flag); set(2, i, sx X(i)); }
static void writeRelaxed(int i) { rx X(i) = 1; }
static void passOnRelaxed(int i) { int r = rx X(i); upc_fence; if (r) ry X(i) = 1; set(0, i, r); }
static void receiveRelaxed(int i) { int flag = ry X(i); upc_fence; set(1, i, flag); set(2, i, rx X(i)); }
/* The data is relaxed, the two flags that pass it on are strict: it was before the first in program order. */
static void writeThenFlag(int i) { rx X(i) = 1; sx X(i) = 1; }
static void passFlagOn(int i) { int r = sx X(i); if (r) sy X(i) = 1; set(0, i, r); }
static void receiveData(int i) { int flag = sy X(i); set(1, i, flag); set(2, i, rx X(i)); }

static int outcome(int i) { return get(1, i) ? 2 + get(2, i) : get(2, i); }

#define FORBIDDEN { "not passed", "data only", "!flag without data", "passed" }
static const Litmus tests[] = {
  { "WRC strict", 3, { write, passOn, receive }, outcome, FORBIDDEN },
  { "WRC strict flags, relaxed data", 3, { writeThenFlag, passFlagOn, receiveData }, outcome, FORBIDDEN },
  { "WRC relaxed writes, fences", 3, { writeRelaxed, passOnRelaxed, receiveRelaxed }, outcome,
    { "not passed", "data only", "~flag without data", "passed" } },
};
LITMUS_MAIN(tests)
