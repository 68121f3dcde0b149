/** Addresses in every form that they are written in, on both back ends: what is read is what lies where the sum says. */
import { describe, expect, it, test } from 'vitest';
import { LOWEST_OFFSET } from '../../compiler/ir/builders.ts';
import { STATICS } from '../../runtime/abi.ts';
import { bodyOf, type RunOptions, run, runModule } from './run.ts';

it('the optimizer and the runtime agree where objects begin', () => {
  expect(LOWEST_OFFSET).toBe(STATICS);
});

it('the own region begins where the process has it, which need not be the first one of its memory', () => {
  const value = (expression: string) =>
    bodyOf(`function external *main(%a i32 %b i32) -> i32 {\nreturn ${expression}\n}`, 'main');
  expect(value('(shl mythread regionshift)')).toBe('return BASE;');
  expect(value('(add (shl mythread regionshift) %a)')).toBe('return BASE + a | 0;');
  expect(value('(load i32 (add (add (shl mythread regionshift) %a) (shl mythread regionshift)))')).not.toMatch(
    'MYTHREAD',
  );
});

/** Every word of memory that is read holds its own address. */
const OBJECTS = `static internal &s 4096 64
static internal &big 300000 8
static external @g 4096 64
`;

/** An address, with %a and %b in it, and what they are for the place `at` (bytes from the region's start). */
interface Form {
  readonly address: string;
  readonly a: (at: number) => number;
  readonly b?: number;
}

const LARGE = 0x7ffffff0;

const FORMS: readonly Form[] = [
  { address: '%a', a: (at) => at },
  { address: '(add %a 8)', a: (at) => at - 8 },
  { address: '(add %a -8)', a: (at) => at + 8 },
  { address: '(sub %a 70000)', a: (at) => at + 70000 },
  { address: '(add %a 65532)', a: (at) => at - 65532 },
  { address: '(add %a 65536)', a: (at) => at - 65536 },
  { address: '(add %a -65536)', a: (at) => at + 65536 },
  { address: `(add %a ${LARGE})`, a: (at) => at - LARGE },
  { address: `(add %a -${LARGE})`, a: (at) => at + LARGE },
  { address: `(add (add %a ${LARGE}) ${LARGE})`, a: (at) => at - 2 * LARGE },
  { address: '(add -2147483648 (add %a -2147483648))', a: (at) => at + 2 ** 32 },
  { address: '(add %a %b)', a: (at) => at - 400, b: 400 },
  { address: '(add %a %b)', a: (at) => at + 400, b: -400 },
  { address: '(add (add %a %b) 12)', a: (at) => at + 388, b: -400 },
  { address: '(add (shl %b 2) %a)', a: (at) => at - 400, b: 100 },
  { address: '(add (shl %b 2) %a)', a: (at) => at + 400, b: -100 },
  { address: '(add (shl (add %b 1) 2) %a)', a: (at) => at - 404, b: 100 },
  { address: '(add (shl (add %b 1073741823) 2) %a)', a: (at) => at - 396, b: 100 },
  { address: '(add (shl (sub %b 5) 2) (add %a -4))', a: (at) => at - 376, b: 100 },
  { address: '(add (mul (add %b -3) 12) %a)', a: (at) => at - 1164, b: 100 },
  { address: '(add (mul (sub 3 %b) -12) %a)', a: (at) => at - 1164, b: 100 },
  { address: '(add (mul (add (mul (add %b 1) 3) 2) 4) %a)', a: (at) => at - 4 * 305, b: 100 },
  { address: '(sub %a (shl %b 2))', a: (at) => at + 400, b: 100 },
  { address: '(sub (sub %a 4) (sub %b 8))', a: (at) => at + 96, b: 100 },
  { address: '(and (add %a 3) -4)', a: (at) => at },
  { address: '(or %a 0)', a: (at) => at },
];

/** Addresses in objects: they lie behind the object's start, but what is added may be anything. */
const IN_OBJECTS: readonly { readonly address: string; readonly b: number; readonly offset: number; symbol: string }[] =
  [
    { address: '&s', b: 0, offset: 0, symbol: 's' },
    { address: '&s+4092', b: 0, offset: 4092, symbol: 's' },
    { address: '(add &s %b)', b: 4000, offset: 4000, symbol: 's' },
    { address: '(add &s-4000 %b)', b: 4400, offset: 400, symbol: 's' },
    { address: '(add &s+4000 %b)', b: -400, offset: 3600, symbol: 's' },
    { address: '(add (add &s -70000) %b)', b: 70040, offset: 40, symbol: 's' },
    { address: '(add (shl %b 2) &s)', b: 100, offset: 400, symbol: 's' },
    { address: '(add (shl (add %b -1) 2) &s)', b: 100, offset: 396, symbol: 's' },
    { address: '(add (shl (add %b 100) 2) &s)', b: -100, offset: 0, symbol: 's' },
    { address: '(add (shl %b 2) &big+200000)', b: -50000, offset: 0, symbol: 'big' },
    { address: '(add (shl %b 2) &big+299996)', b: -1, offset: 299992, symbol: 'big' },
    { address: `(add (add &big ${LARGE}) %b)`, b: 800 - LARGE, offset: 800, symbol: 'big' },
    { address: `(add (sub &big ${LARGE}) %b)`, b: 800 + LARGE, offset: 800, symbol: 'big' },
    { address: '(add (sub &big &s) (add &s %b))', b: 16, offset: 16, symbol: 'big' },
    { address: '(private @g+8)', b: 0, offset: 8, symbol: 'g' },
    { address: '(add (private @g) %b)', b: 4088, offset: 4088, symbol: 'g' },
    { address: '(add (private @g-4000) %b)', b: 4008, offset: 8, symbol: 'g' },
  ];

/** Addresses that the linker gives the objects, in this order. */
const STARTS: Readonly<Record<string, number>> = { s: STATICS, big: STATICS + 4096, g: 336_960 };

/** A thread low in memory, and one whose addresses are negative as signed numbers: the last of 4 GiB. */
const PLACES: readonly (RunOptions & { readonly mythread: number; readonly shift: number; readonly pages: number })[] =
  [
    { mythread: 0, shift: 20, pages: 64 },
    { mythread: 2, shift: 20, pages: 64 },
    { mythread: 3, shift: 30, pages: 65536 },
  ];

/** The loaded word and, after a store of its complement, what is loaded there again. */
const reading = (address: string): string => `${OBJECTS}import *note(i32 i32)
function external *f(%a i32 %b i32) {
  local %x i32
  set %x (load i32 ${address})
  store i32 ${address} (complement %x)
  call *note [%x (load i32 ${address})] (i32 i32)
}
function external *main(%a i32 %b i32) -> i32 {
  evaluate (load i32 volatile (add &s (and %a 0)))
  evaluate (load i32 volatile (add &big (and %a 0)))
  evaluate (load i32 volatile (private @g))
  call *f [%a %b] (i32 i32)
  return 0
}`;

/**
 * C's pointers stay in their objects, or one element behind them. WebAssembly's sums wrap as those of machines do; in
 * TypeScript what begins outside of memory may lead elsewhere.
 */
const staysInMemory = (a: number, b: number): boolean => a >= 0 && a < 2 ** 32 && Math.abs(b) < 2 ** 30;

describe.each([
  ['TypeScript', run],
  ['WebAssembly', runModule],
] as const)('%s', (name, runs) => {
  /** Runs with the word at the address set to a number that stands nowhere else. */
  function check(address: string, place: RunOptions, at: number, [a, b]: readonly [number, number]): void {
    if (name === 'TypeScript' && !staysInMemory(a, b)) return;
    const seen: number[][] = [];
    const note = (...values: number[]): void => void seen.push(values);
    const options: RunOptions = { ...place, library: { note }, prepare: ({ I32 }) => (I32[at >>> 2] = 0x1234567) };
    runs(reading(address), options, a | 0, b | 0);
    expect(seen, `${address} at ${at} of thread ${place.mythread}`).toEqual([[0x1234567, ~0x1234567]]);
  }

  test.each(FORMS)('$address, $b', ({ address, a, b = 0 }) => {
    for (const place of PLACES) {
      const base = place.mythread * 2 ** place.shift;
      for (const offset of [STATICS, STATICS + 100, 400_000])
        check(address, place, base + offset, [a(base + offset), b]);
    }
  });

  test.each(IN_OBJECTS)('$address, $b', ({ address, b, offset, symbol }) => {
    for (const place of PLACES) {
      const base = symbol === 'g' ? 0 : place.mythread * 2 ** place.shift;
      check(address, place, base + (STARTS[symbol] as number) + offset, [0, b]);
    }
  });

  test('up to the last word of 4 GiB', () => {
    const place = PLACES[2] as RunOptions;
    for (const at of [2 ** 32 - 4, 2 ** 32 - 8, 2 ** 32 - 65536, 2 ** 31, 2 ** 31 - 4])
      for (const { address, a, b = 0 } of FORMS) check(address, place, at, [a(at), b]);
  });
});
