/** Addresses of shared elements against the formulas of the specification, for every kind of THREADS and block size. */
import { expect, it } from 'vitest';
import { type RunOptions, run, runModule } from './run.ts';

const SHIFT = 20;
const BASE = 32768;

interface Pointer {
  readonly thread: number;
  readonly row: number;
  readonly phase: number;
}

/** Element number (from an object's start) to thread, row of blocks and phase. */
function locate(index: number, threads: number, block: number): Pointer {
  const number = Math.floor(index / block);
  const row = Math.floor(number / threads);
  return { thread: number - row * threads, row, phase: index - number * block };
}

const address = (p: Pointer, block: number, size: number): number =>
  ((p.thread << SHIFT) + BASE + size * (block * p.row + p.phase)) | 0;

const SETTINGS = [{ threads: 1 }, { threads: 2 }, { threads: 3 }, { threads: 4 }, { running: 3 }, { running: 4 }];

/** Values of the expression in JavaScript, which must be those in WebAssembly. */
function evaluate(expression: string, values: number[][], options: RunOptions): number[] {
  const seen = valuesOf(expression, values, options, run);
  expect(valuesOf(expression, values, options, runModule)).toEqual(seen);
  return seen;
}

function valuesOf(
  expression: string,
  values: number[][],
  options: RunOptions,
  runs: typeof run | typeof runModule,
): number[] {
  const seen: number[] = [];
  const names = ['a', 'b', 'c', 'd'];
  const parameters = names.map((name) => `%${name} i32`).join(' ');
  const calls = values.map((v) => `call *f [${names.map((_, i) => v[i] ?? 0).join(' ')}] (i32 i32 i32 i32)`).join('\n');
  runs(
    `import *note(i32)\nfunction external *f(${parameters}) {\n call *note [${expression}] (i32)\n}
     function external *main(%c i32 %v i32) -> i32 {\n${calls}\n return 0\n}`,
    { ...options, library: { note: (value) => void seen.push(value) } },
  );
  return seen;
}

for (const setting of SETTINGS) {
  const threads = setting.threads ?? setting.running ?? 1;
  for (const [block, size] of [
    [1, 4],
    [1, 12],
    [2, 8],
    [3, 4],
    [4, 24],
  ] as const) {
    const layout = `[${block} ${size}]`;
    it(`THREADS ${JSON.stringify(setting)}, block ${block}, element of ${size} bytes`, () => {
      const indexes = [0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 23, 24, 100];
      const wanted = indexes.map((index) => address(locate(index, threads, block), block, size));
      expect(
        evaluate(
          `(convert i32 (element ${layout} (convert shared ${BASE}) %a))`,
          indexes.map((i) => [i]),
          setting,
        ),
      ).toEqual(wanted);

      const moves = indexes.flatMap((from) => indexes.map((to) => ({ from, to })));
      const at = (index: number): Pointer => locate(index, threads, block);
      const withPhase = block > 1 ? ' %b' : '';
      const pointers = moves.map(({ from, to }) => [address(at(from), block, size), at(from).phase, to - from]);
      expect(
        evaluate(`(convert i32 (advance ${layout} (convert shared %a)${withPhase} %c))`, pointers, setting),
      ).toEqual(moves.map(({ to }) => address(at(to), block, size)));
      if (block > 1) {
        const phases = moves.map(({ to }) => at(to).phase);
        expect(evaluate(`(advance.phase ${layout} %b %c)`, pointers, setting)).toEqual(phases);
      }
      for (const step of [-block, -1, 1, block]) {
        const starts = indexes.filter((from) => from + step >= 0);
        const from = starts.map((index) => [address(at(index), block, size), at(index).phase]);
        expect(
          evaluate(`(convert i32 (advance ${layout} (convert shared %a)${withPhase} ${step}))`, from, setting),
          `step ${step}`,
        ).toEqual(starts.map((index) => address(at(index + step), block, size)));
      }
      const pairs = moves.map(({ from, to }) => [
        address(at(to), block, size),
        address(at(from), block, size),
        at(to).phase,
        at(from).phase,
      ]);
      const operands =
        block > 1 ? '(convert shared %a) %c (convert shared %b) %d' : '(convert shared %a) (convert shared %b)';
      expect(evaluate(`(difference ${layout} ${operands})`, pairs, setting)).toEqual(
        moves.map(({ from, to }) => to - from),
      );
    });
  }
}

it('multiples of THREADS move along rows', () => {
  for (const setting of SETTINGS) {
    const threads = setting.threads ?? setting.running ?? 1;
    const [mythread, row, size] = [threads - 1, 5, 8];
    const own = (moved: number): number[] => [address({ thread: mythread, row: moved, phase: 0 }, 1, size)];
    const options = { ...setting, mythread };
    const element = (index: string): number[] =>
      evaluate(`(convert i32 (element [1 8] (convert shared ${BASE}) ${index}))`, [[row]], options);
    expect(element('mythread')).toEqual(own(0));
    expect(evaluate(`(add (shl mythread regionshift) ${BASE})`, [[]], options)).toEqual(own(0));
    expect(element('(add (mul %a threads) mythread)')).toEqual(own(row));
    expect(element('(add mythread (mul threads %a))')).toEqual(own(row));
    expect(element('(add (mul %a threads) (shr_u %a 1))')).toEqual([
      address(locate(row * threads + 2, threads, 1), 1, size),
    ]);
    expect(element('(add (mul %a threads) -1)')).toEqual([address(locate(row * threads - 1, threads, 1), 1, size)]);
    const moved = (layout: string, count: string): number[] =>
      evaluate(
        `(convert i32 (advance ${layout} (convert shared %a)${layout === '[1 8]' ? '' : ' %b'} ${count}))`,
        [own(row)],
        options,
      );
    expect(moved('[1 8]', 'threads')).toEqual(own(row + 1));
    expect(moved('[1 8]', '(mul threads -3)')).toEqual(own(row - 3));
    expect(moved('[2 8]', '(shl threads 1)')).toEqual(own(row + 2));
    expect(moved('[1 8]', '(mul threads %b)')).toEqual(own(row));
  }
});

it('reads and writes elements of other threads in place', () => {
  const text = `static external @x 64 8
function external *main(%n i32 %v i32) -> i32 {
  local %i i32
  local %s f64
  local %d f64
  while L (lt_s %i %n) {
    put f64 (element [2 8] @x %i) (convert f64 (add %i 1))
  } step {
    set %i (add %i 1)
  }
  set %i 0
  while M (lt_s %i %n) {
    get %d f64 (advance [2 8] @x 0 %i)
    set %s (add %s %d)
    get strict %d f64 (element [2 8] @x+8 %i)
  } step {
    set %i (add %i 2)
  }
  return (add (convert i32 %s) (threadof (element [2 8] @x 5)))
}`;
  for (const setting of SETTINGS.filter((s) => (s.threads ?? s.running) === 3)) {
    for (const { result, environment } of [run(text, setting, 12), runModule(text, setting, 12)]) {
      expect(result).toBe(1 + 3 + 5 + 7 + 9 + 11 + 2);
      expect(environment.F64[((2 << SHIFT) + BASE + 8) >>> 3]).toBe(6);
      expect(environment.F64[(BASE + 24) >>> 3]).toBe(8);
    }
  }
});
