/**
 * A large program of ordinary code: functions of a dozen shapes over shared and private data, as text.
 *
 * Takes the number of functions of 20 lines each. All are called, so that none is left out of the output.
 */
const HEAD = `#include <upc_relaxed.h>
#include <stdio.h>
#include <string.h>
#include <math.h>
struct cell { int kind; double weight; struct cell *next; char name[16]; };
shared [4] double field[64 * THREADS];
shared int counts[THREADS];
static double table[256];
static struct cell cells[32];
`;

const BODY = (i) => `
/* Function ${i}: mixes loops, conditions, structs, shared elements and calls. */
static double work${i}(int n, const double *in, struct cell *at) {
  double sum = ${i % 17}.5, scale = 1.0 / (n + ${(i % 7) + 1});
  int kind = at->kind + ${i % 5}, even = 0;
  for (int k = 0; k < n; k++) {
    double x = in[(k * ${(i % 11) + 3}) & 255] * scale;
    if (k % ${(i % 4) + 2} == 0) even++;
    else if (x > 0.5 && kind != ${i % 9}) sum -= x * x;
    switch (kind & 3) {
      case 0: sum += fabs(x) + field[(k + ${i}) % (64 * THREADS)]; break;
      case 1: sum = sqrt(sum * sum + x); break;
      default: at->weight += x; kind = (kind << 1) ^ (k >> 2);
    }
  }
  upc_forall (int j = 0; j < 64 * THREADS; j++; &field[j]) field[j] += scale * j;
  while (at->next && even-- > 0) at = at->next;
  counts[MYTHREAD] += kind > ${i % 13} ? (int)sum : even;
  memcpy(at->name, "item${i}", sizeof at->name < 8 ? sizeof at->name : 8);
  return sum + at->weight;
}`;

export const LINES_OF_FUNCTION = BODY(0).split('\n').length - 1;

export function largeProgram(functions) {
  const bodies = Array.from({ length: functions }, (_, i) => BODY(i));
  const calls = Array.from({ length: functions }, (_, i) => `  s += work${i}(4, table, &cells[${i % 32}]);`);
  const main = `\nint main(void) {\n  double s = 0;\n${calls.join('\n')}\n  printf("%g\\n", s);\n  return 0;\n}\n`;
  return HEAD + bodies.join('\n') + main;
}
