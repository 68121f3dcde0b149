/** Where the elements of shared arrays lie: what is told of them agrees with itself and with a program that asks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, elementAt, elementCount, indexText, localCount } from '../../compiler/layout.ts';
import type { SharedArray } from '../../compiler/sharedarray.ts';
import { inFolder, pgasc } from '../support/pgasc.ts';

const arrayOf = (block: number, lengths: readonly number[], scaled?: number): SharedArray => ({
  ...{ name: 'a', declaration: '', at: { name: 'p.upc', line: 1, column: 1 }, block, lengths, elementSize: 4 },
  ...(scaled !== undefined && { scaled }),
});

const ARRAYS = [0, 1, 2, 3, 5, 40].flatMap((block) => [
  arrayOf(block, [7], 0),
  arrayOf(block, [3, 4], 1),
  arrayOf(block, [11]),
  arrayOf(block, []),
]);

test('each element has one place, in the order of its thread', () => {
  for (const array of ARRAYS)
    for (const threads of [1, 2, 3, 4, 7]) {
      const all = Array.from({ length: threads }, (_, thread) => {
        const blocks = [...blocksOf(array, thread, threads)];
        const elements = blocks.flatMap(({ first, length }) => Array.from({ length }, (_, k) => first + k));
        const placed = Array.from({ length: localCount(array, thread, threads) }, (_, place) =>
          elementAt(array, thread, place, threads),
        );
        expect(placed).toEqual(elements);
        return elements;
      });
      const count = elementCount(array, threads);
      expect(all.flat().sort((one, other) => one - other)).toEqual(Array.from({ length: count }, (_, k) => k));
    }
});

test('declarations are as they are written', () =>
  inFolder(async (cwd) => {
    writeFileSync(
      join(cwd, 'p.c'),
      'int f(int *const p, char *const *const q, double (*r)[3]) { return *p + **q + (*r)[0]; }',
    );
    const { status } = await pgasc(['--emit=d.ts', 'p.c'], { cwd });
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'p.d.c.ts'), 'utf8')).toContain(
      'int f(int * const p, char * const * const q, double (*r)[3])',
    );
  }));

test('a program finds them there', () =>
  inFolder(async (cwd) => {
    const [block, threads] = [3, 4];
    const array = arrayOf(block, [5, 3], 1);
    const text = `#include <upc.h>
      #include <stdio.h>
      shared [${block}] int a[5][3 * THREADS];
      int main(void) {
        if (MYTHREAD == 0)
          for (int i = 0; i < 5; i++)
            for (int j = 0; j < 3 * THREADS; j++) printf("[%d][%d] %d\\n", i, j, (int)upc_threadof(&a[i][j]));
        return 0;
      }`;
    writeFileSync(join(cwd, 'prog.upc'), text);
    const { stdout } = await pgasc(['run', 'prog.upc', '-n', String(threads)], { cwd });
    const told = Array.from({ length: threads }, (_, thread) =>
      Array.from({ length: localCount(array, thread, threads) }, (_, place) => {
        return `${indexText(array, elementAt(array, thread, place, threads), threads)} ${thread}`;
      }),
    );
    expect(told.flat().sort()).toEqual(stdout.trim().split('\n').sort());
  }));
