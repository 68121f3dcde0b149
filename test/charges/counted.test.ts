/**
 * Charges counted by hand. Each case is a function that one thread runs; beside it stands what its statements cost: an operation an integer or a
 * flop, a decision one, a call two and one for each argument, an iteration a decision, its test and its step.
 */
import { describe, expect, test } from 'vitest';
import { named } from '../support/levels.ts';
import { some } from '../support/share.ts';
import { type Charges, chargesOf, LEVELS } from './charged.ts';

const DECLARATIONS = `
#include <upc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
static double a[100], b[100], m[10][100], sink;
static int index_of[10];
static char text[] = "hello";
static volatile int flag;
static struct three { long x, y, z; } one, other;
static double twice(double x) { return x * 2.0; }
static double (*pointer)(double) = twice;
`;

interface Case {
  readonly name: string;
  readonly body: string;
  readonly charges: Charges;
}

const CASES: readonly Case[] = [
  { name: 'nothing', body: '', charges: {} },
  {
    name: 'neighbours', // first test 2; 100 times: iteration 3, addresses of a load and a store 2 each
    body: 'for (int i = 0; i < 100; i++) a[i] = a[i] * 2.0 + 1.0;',
    charges: { flops: 200, integers: 2 + 100 * 7, loaded: 800, stored: 800 },
  },
  {
    name: 'a column', // constant offsets of addresses are free
    body: 'double s = 0; for (int i = 0; i < 10; i++) s += m[i][3]; sink = s;',
    charges: { flops: 10, integers: 2 + 10 * 5, 'loaded.strided': 80, stored: 8 },
  },
  {
    name: 'through indices',
    body: 'double s = 0; for (int i = 0; i < 10; i++) s += a[index_of[i]]; sink = s;',
    charges: { flops: 10, integers: 2 + 10 * 7, loaded: 40, 'loaded.irregular': 80, stored: 8 },
  },
  {
    name: 'left early', // four iterations, each with a comparison and a decision
    body: 'for (int i = 0; i < 10; i++) if (i == 3) break;',
    charges: { integers: 2 + 4 * 5 },
  },
  {
    name: 'a step of 64 bits, downwards',
    body: 'double s = 0; for (long i = 20; i > 0; i -= 3) s += 1.0; sink = s;', // 20, 17 .. 2
    charges: { flops: 7, integers: 2 + 7 * 3, stored: 8 },
  },
  {
    name: 'a nest',
    body: 'double s = 0; for (int i = 0; i < 4; i++) for (int j = i; j < 4; j++) s += 1.0; sink = s;',
    charges: { flops: 10, integers: 2 + 4 * (3 + 2) + 10 * 3, stored: 8 },
  },
  {
    name: 'what some iterations do',
    body: 'double s = 0; for (int i = 0; i < 10; i++) if (i & 1) s += 2.0; sink = s;', // and, decision
    charges: { flops: 5, integers: 2 + 10 * 5, stored: 8 },
  },
  {
    name: 'calls, whose results nobody wants',
    body: 'for (int i = 0; i < 5; i++) twice(1.5);',
    charges: { flops: 5, integers: 2 + 5 * (3 + 3) },
  },
  {
    name: 'a pointer to a function',
    body: 'sink = pointer(1.0);',
    charges: { flops: 1, integers: 3, loaded: 4, stored: 8 },
  },
  {
    name: 'a volatile variable', // each turn is a decision and a test
    body: 'for (int i = 0; i < 3; i++) flag = i;',
    charges: { integers: 2 + 3 * 3, stored: 12 },
  },
  {
    name: 'structs, whose copies back ends spell in several ways',
    body: 'one = other;',
    charges: { loaded: 24, stored: 24 },
  },
  {
    name: 'bytes moved',
    body: 'memcpy(a, b, 80); memset(b, 0, 40);', // no calls: IR has statements for them
    charges: { loaded: 80, stored: 80 + 40 },
  },
  {
    name: 'as many bytes as memory says',
    body: 'index_of[0] = 24; memcpy(a, b, index_of[0]);',
    charges: { loaded: 24 + 4, stored: 24 + 4 },
  },
  {
    name: 'as many bytes as a result says',
    body: 'char *volatile p = text; sink = strlen(p);', // a call with an argument; converted for the sink
    charges: { flops: 1, integers: 3, loaded: 5, stored: 8 },
  },
  {
    name: "the library's mathematics",
    body: 'sink = sin(sink);',
    charges: { flops: 20, loaded: 8, stored: 8 },
  },
  {
    name: 'the end of a thread',
    body: 'sink = 1.0; if (MYTHREAD >= 0) exit(0); sink = 2.0 * sink;',
    charges: { integers: 2 + 3, stored: 8 },
  },
  {
    name: "a thread's share", // whether another upc_forall is around it; decision, test with a product, step: others' iterations are free
    body: 'int i; upc_forall (i = 0; i < 10 * THREADS; i++; i) sink += 1.0;',
    charges: { flops: 10, integers: 1 + 10 * 4, loaded: 4 + 80, stored: 80 },
  },
];

const PROGRAM = `${DECLARATIONS}
${CASES.map(({ body }, number) => `static void case${number}(void) { ${body} }`).join('\n')}
static void (*cases[])(void) = {${CASES.map((_, number) => `case${number}`).join(', ')}};
int main(void) { cases[MYTHREAD](); return 0; }
`;

const without = (charges: Charges, common: Charges): Charges =>
  Object.fromEntries(
    Object.entries(charges).flatMap(([kind, amount]) => {
      const own = amount - (common[kind] ?? 0);
      return own === 0 ? [] : [[kind, own]];
    }),
  );

describe('charges are those counted by hand', () => {
  for (const flags of some(LEVELS))
    test(named(flags), async () => {
      const [nothing, ...all] = await chargesOf(PROGRAM, flags, ['-n', String(CASES.length)]);
      const found = all.map((charges, index) => [CASES[index + 1]!.name, without(charges, nothing!)]);
      expect(found).toEqual(CASES.slice(1).map(({ name, charges }) => [name, charges]));
    });
});
