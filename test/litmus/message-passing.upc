// threads: 2
/* Message passing: data, then a flag. A strict flag, or fences, order the relaxed data (UPC 1.3, 5.1.2.3, B.5.2). */
#include "litmus.h"
#define X(i) [(i) * LINE]

static void sendStrictFlag(int i) { rx X(i) = 1; sy X(i) = 1; }
static void receiveStrictFlag(int i) { set(0, i, sy X(i)); set(1, i, rx X(i)); }
static void sendStrict(int i) { sx X(i) = 1; sy X(i) = 1; }
static void receiveStrict(int i) { set(0, i, sy X(i)); set(1, i, sx X(i)); }
static void sendFence(int i) { rx X(i) = 1; upc_fence; ry X(i) = 1; }
static void receiveFence(int i) { int flag = ry X(i); upc_fence; set(0, i, flag); set(1, i, rx X(i)); }
static void sendRelaxed(int i) { rx X(i) = 1; ry X(i) = 1; }
static void receiveRelaxed(int i) { int flag = ry X(i), data = rx X(i); set(0, i, flag); set(1, i, data); }
static int outcome(int i) { return 2 * get(0, i) + get(1, i); }

#define FORBIDDEN { "no flag, no data", "no flag, data", "!flag without data", "flag, data" }
static const Litmus tests[] = {
  { "MP strict flag", 2, { sendStrictFlag, receiveStrictFlag }, outcome, FORBIDDEN },
  { "MP strict", 2, { sendStrict, receiveStrict }, outcome, FORBIDDEN },
  { "MP fences", 2, { sendFence, receiveFence }, outcome, FORBIDDEN },
  { "MP relaxed", 2, { sendRelaxed, receiveRelaxed }, outcome, { "no flag, no data", "no flag, data", "~flag without data", "flag, data" } },
};
LITMUS_MAIN(tests)
