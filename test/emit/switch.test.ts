/** Target of each value of a switch, on both back ends, against a search through the list of its arms. */
import { describe, expect, test } from 'vitest';
import { run, runModule } from './run.ts';

/** Values of each arm in order; null is the default. An arm ends in a break, unless it falls through. */
interface Choice {
  readonly type: 'i32' | 'i64';
  readonly arms: readonly (readonly (bigint | null)[])[];
  readonly falls?: boolean;
}

const range = (from: bigint, to: bigint, step = 1n): bigint[] => {
  const values: bigint[] = [];
  for (let n = from; n <= to; n += step) values.push(n);
  return values;
};
const each = (values: readonly bigint[]): bigint[][] => values.map((n) => [n]);

const [INT_MIN, INT_MAX] = [-(2n ** 31n), 2n ** 31n - 1n];
const [LONG_MIN, LONG_MAX] = [-(2n ** 63n), 2n ** 63n - 1n];

const CHOICES: Readonly<Record<string, Choice>> = {
  'one value': { type: 'i32', arms: [[5n], [null]] },
  'no default': { type: 'i32', arms: each(range(0n, 9n)) },
  'nothing but a default': { type: 'i32', arms: [[null]] },
  dense: { type: 'i32', arms: [...each(range(0n, 40n)), [null]] },
  'dense and negative': { type: 'i32', arms: [...each(range(-20n, 20n)), [null]] },
  'with holes': { type: 'i32', arms: [...each(range(10n, 90n, 3n)), [null]] },
  sparse: { type: 'i32', arms: [...each(range(-1000000n, 1000000n, 99991n)), [null]] },
  'two clusters': { type: 'i32', arms: [...each([...range(-9n, 9n), ...range(10n ** 6n, 10n ** 6n + 12n)]), [null]] },
  'not in order': { type: 'i32', arms: [[7n], [3n], [null], [900n], [-4n], [5n], [4n], [8n], [6n]] },
  'several to an arm': { type: 'i32', arms: [[1n, 9n, 100n], [2n, null, 50n], range(20n, 30n)] },
  'both ends of int': { type: 'i32', arms: [[INT_MIN], [INT_MIN + 1n], [0n], [INT_MAX - 1n], [INT_MAX], [null]] },
  'a table up to the ends': {
    type: 'i32',
    arms: [...each(range(INT_MIN, INT_MIN + 9n)), ...each(range(INT_MAX - 9n, INT_MAX)), [null]],
  },
  'default in the middle, all falling through': {
    type: 'i32',
    falls: true,
    arms: [[1n], [2n], [null], [3n], [4n], [5n], [6n]],
  },
  'default first, falling through': { type: 'i32', falls: true, arms: [[null], [10n], [20n], [30n]] },
  '64 bits, dense': { type: 'i64', arms: [...each(range(-3n, 30n)), [null]] },
  '64 bits, beyond 32': { type: 'i64', arms: [...each(range(2n ** 32n - 5n, 2n ** 32n + 5n)), [null]] },
  '64 bits, equal in their low halves': {
    type: 'i64',
    arms: [...each([0n, 1n, 2n, 3n, 4n].flatMap((n) => [n, n + 2n ** 32n, n - 2n ** 40n])), [null]],
  },
  '64 bits, huge gaps': { type: 'i64', arms: [...each(range(-(2n ** 62n), 2n ** 62n, 2n ** 58n + 7n)), [null]] },
  'both ends of long long': {
    type: 'i64',
    falls: true,
    arms: [[LONG_MIN], [LONG_MIN + 1n], [null], ...each(range(LONG_MAX - 7n, LONG_MAX))],
  },
};

/** Sum of 3^k over the arms k that are gone through. */
function wanted({ arms, falls }: Choice, value: bigint): number {
  const found = arms.findIndex((values) => values.includes(value));
  const first = found < 0 ? arms.findIndex((values) => values.includes(null)) : found;
  if (first < 0) return 0;
  const last = falls ? arms.length - 1 : first;
  let sum = 0;
  for (let k = first; k <= last; k++) sum = (Math.imul(sum, 3) + k + 1) | 0;
  return sum;
}

const within = (bits: number) => (n: bigint) => n === BigInt.asIntN(bits, n);

/** The values themselves, those beside them, and some from all over. */
function tried({ type, arms }: Choice): bigint[] {
  const near = arms.flat().flatMap((n) => (n === null ? [] : [n - 1n, n, n + 1n, n + 2n ** 32n, -n]));
  const far = [0n, 1n, -1n, INT_MIN, INT_MAX, 2n ** 32n, LONG_MIN, LONG_MAX];
  return [...new Set([...near, ...far])].filter(within(type === 'i64' ? 64 : 32));
}

function programOf({ type, arms, falls }: Choice, values: readonly bigint[]): string {
  const suffix = type === 'i64' ? 'n' : '';
  const heads = arms.map((arm) => {
    const numbers = arm.filter((n) => n !== null).map((n) => ` ${n}${suffix}`);
    return `${arm.includes(null) ? 'default ' : ''}${numbers.length > 0 ? `case${numbers.join('')} ` : ''}`.trim();
  });
  const bodies = heads.map((head, k) => `${head} {\nset %r (add (mul %r 3) ${k + 1})\n${falls ? '' : 'break S\n'}}`);
  const calls = values.map((n) => `call *f [${n}${suffix}] (${type})`);
  return `import *note(i32)
function external *f(%x ${type}) {
  local %r i32
  switch S %x {
    ${bodies.join('\n')}
  }
  call *note [%r] (i32)
}
function external *main(%c i32 %v i32) -> i32 {
  ${calls.join('\n')}
  return 0
}`;
}

describe.each([
  ['TypeScript', run],
  ['WebAssembly', runModule],
] as const)('switch, %s', (_, runs) => {
  test.each(Object.entries(CHOICES))('%s', (_name, choice) => {
    const values = tried(choice);
    const seen: number[] = [];
    runs(programOf(choice, values), { library: { note: (r: number) => void seen.push(r) } });
    expect(seen).toEqual(values.map((n) => wanted(choice, n)));
  });
});
