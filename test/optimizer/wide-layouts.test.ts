/** Rank and offset of shared elements against UPC 6.4.2 in whole numbers of any size, for many threads and large blocks. */
import { expect, it } from 'vitest';
import { constI32, local } from '../../compiler/ir/builders.ts';
import type { Expression } from '../../compiler/ir/ir.ts';
import { printExpression } from '../../compiler/ir/text.ts';
import {
  elementPlace,
  elementsBetween,
  movedPlace,
  type Place,
  type WideFormulas,
} from '../../compiler/optimizer/addresses/wide-layouts.ts';
import { run, runModule } from '../emit/run.ts';

const [a, b, c, d, e, g] = ['a', 'b', 'c', 'd', 'e', 'g'].map((name) => local(name, 'i32')) as [
  Expression,
  Expression,
  Expression,
  Expression,
  Expression,
  Expression,
];
const NAMES = ['a', 'b', 'c', 'd', 'e', 'g'];
const pointer: Place = { rank: a, offset: b };

/** Values of the expressions for each list of values of the names, the same on both back ends. */
function evaluate(expressions: readonly Expression[], values: readonly number[][], threads: number): number[][] {
  const parameters = NAMES.map((name) => `%${name} i32`).join(' ');
  const notes = expressions.map((made) => `call *note [${printExpression(made)}] (i32)`).join('\n');
  const calls = values.map(
    (v) => `call *f [${NAMES.map((_, i) => v[i] ?? 0).join(' ')}] (${NAMES.map(() => 'i32').join(' ')})`,
  );
  const text = `import *note(i32)\nfunction external *f(${parameters}) {\n${notes}\n}
    function external *main(%x i32 %y i32) -> i32 {\n${calls.join('\n')}\nreturn 0\n}`;
  const seen = [run, runModule].map((runs) => {
    const noted: number[] = [];
    runs(text, { running: threads, library: { note: (value) => void noted.push(value) } });
    return values.map((_, i) => noted.slice(i * expressions.length, (i + 1) * expressions.length));
  });
  expect(seen[1]).toEqual(seen[0]);
  return seen[0] as number[][];
}

const floor = (n: bigint, by: bigint): bigint => (n - (((n % by) + by) % by)) / by;

/** Rank, offset and phase of an element by its number from the start of the array. */
function located(index: number, threads: number, block: number, size: number, base: number): [number, number, number] {
  if (block === 0) return [0, Number(BigInt.asIntN(32, BigInt(base) + BigInt(index) * BigInt(size))), 0];
  const [i, B, T] = [BigInt(index), BigInt(block), BigInt(threads)];
  const number = floor(i, B);
  const row = floor(number, T);
  const phase = i - number * B;
  const offset = BigInt(base) + BigInt(size) * (B * row + phase);
  return [Number(number - row * T), Number(BigInt.asIntN(32, offset)), Number(phase)];
}

const SETTINGS = [
  {
    threads: 2 ** 18,
    layouts: [
      [1, 4],
      [3, 8],
      [16, 4],
      [0, 4],
      [1, 12],
    ],
  },
  {
    threads: 4,
    layouts: [
      [2 ** 29, 4],
      [2 ** 29, 1],
      [1, 8],
      [7, 12],
      [5, 3],
    ],
  },
  {
    threads: 3,
    layouts: [
      [1, 4],
      [2, 8],
      [3, 4],
      [4, 24],
    ],
  },
  {
    threads: 1,
    layouts: [
      [1, 4],
      [5, 8],
    ],
  },
] as const;

/** Numbers that repeat from run to run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const { threads, layouts } of SETTINGS)
  for (const [block, elementSize] of layouts)
    for (const isFixed of [false, true])
      it(`[${block}] of ${elementSize} bytes, ${threads} threads${isFixed ? ', fixed' : ''}`, () => {
        const layout = { block, elementSize };
        const f: WideFormulas = { threads: isFixed ? threads : undefined, kept: (value) => value };
        const random = numbers(threads + block);
        const most = 2 ** 30;
        const starts = Array.from({ length: 12 }, (_, i) => [i < 4 ? i : random(most), 65536 + 8 * random(2 ** 20)]);
        const at = (index: number, base: number) => located(index, threads, block, elementSize, base);

        const element = elementPlace({ rank: constI32(0), offset: b }, a, layout, f);
        const found = evaluate([element.rank, element.offset], starts, threads);
        expect(found).toEqual(starts.map(([index, base]) => at(index!, base!).slice(0, 2)));

        const steps = (index: number): number[] => [0, 1, -1, random(most), 0 - random(index + 1), 0 - index];
        const moves = starts.flatMap(([index, base]) =>
          steps(index!).map((count) => ({ index: index!, base: base!, count })),
        );
        const fits = moves.filter(({ index, count }) => index + count >= 0 && index + count < 2 ** 31);
        const phase = block > 1 ? c : undefined;
        const moved = movedPlace(pointer, phase, d, layout, f);
        const given = fits.map(({ index, base, count }) => [...at(index, base), count]);
        const there = fits.map(({ index, base, count }) => at(index + count, base));
        expect(evaluate([moved.rank, moved.offset], given, threads)).toEqual(there.map((place) => place.slice(0, 2)));

        for (const step of [1, -1, 2, -2]) {
          const chosen = starts.filter(([index]) => index! + step >= 0);
          const stepped = movedPlace(pointer, phase, constI32(step), layout, f);
          const from = chosen.map(([index, base]) => at(index!, base!));
          const to = chosen.map(([index, base]) => at(index! + step, base!).slice(0, 2));
          expect(evaluate([stepped.rank, stepped.offset], from, threads)).toEqual(to);
        }

        const near = fits.filter(({ count }) => Math.abs(count) * elementSize < 2 ** 30);
        const between = elementsBetween({ rank: d, offset: e }, phase && g, pointer, phase, layout, f);
        const pairs = near.map(({ index, base, count }) => [...at(index, base), ...at(index + count, base)]);
        expect(evaluate([between], pairs, threads)).toEqual(near.map(({ count }) => [count]));
      });
