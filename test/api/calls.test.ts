/** Functions of programs called from JavaScript: values, arrays, errors by their texts, ends, on every back end and network. */
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instance, LoadOptions } from '../../javascript/api.ts';
import { node } from '../support/pgasc.ts';
import { dealt, some } from '../support/share.ts';

const FILE = join(import.meta.dirname, 'programs/rod.upc');
const LIBRARY = join(import.meta.dirname, '../../dist/pgasc.mjs');
const { load } = (await import(LIBRARY)) as { load(file: string, options: LoadOptions): Promise<Instance> };

const WAYS: readonly LoadOptions[] = [
  { optimize: 0, threads: 4 },
  { optimize: 2, threads: 4 },
  { optimize: 1, debug: true, threads: 3 },
  { optimize: 0, network: 'sfi', threads: 3 },
  { optimize: 2, network: 'verbs', threads: 2 },
  { optimize: 2, network: 'pami', threads: 7 },
  { optimize: 2, threads: 1 },
];

const rodWith = (options: LoadOptions) => load(FILE, { ...options, warnings: ['no-unmatched-barriers'] });

/** What a rejected promise says, without the file's folder. */
async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error('nothing is wrong'),
    (reason) => reason as Error,
  );
  return `${error.name}: ${error.message.replaceAll(FILE, 'rod.upc')}`;
}

for (const options of some(WAYS))
  describe(JSON.stringify(options), () => {
    let rod: Instance;
    beforeAll(async () => {
      rod = await rodWith(options);
    });
    afterAll(() => rod.close());

    test('arrays are copied in and out, and are one for all threads', async () => {
      const u = Float64Array.from({ length: 100 }, (_, i) => i);
      expect(await rod.call('solve', u, 100, 2)).toBe(9900);
      expect([...u]).toEqual(Array.from({ length: 100 }, (_, i) => 2 * i));
      const part = u.subarray(10, 20);
      expect(await rod.call('solve', part, 10, 0)).toBe(0);
      expect([u[9], u[10], u[19], u[20]]).toEqual([18, 0, 0, 40]);
      expect(await rod.call('total', u, 100)).toBe(9900 - 290);
    });

    test('an array of the instance is passed without a copy', async () => {
      const u = await rod.array(Float64Array, 1000);
      u.fill(1);
      expect(await rod.call('solve', u, 1000, 3)).toBe(3000);
      expect(await rod.call('solve', u.subarray(500), 500, 3)).toBe(4500);
      expect([u[0], u[499], u[500], u[999]]).toEqual([3, 3, 9, 9]);
    });

    test('an array of the instance is all zeros, wherever it lies', async () => {
      const places = [];
      for (let k = 0; k < 3; k++) {
        await rod.call('solve', new Float64Array(777).fill(9), 777, 1); // leaves its block
        const u = await (k === 1 ? rod.array(BigInt64Array, 777) : rod.array(Float64Array, 777));
        expect(u.some((each) => Number(each) !== 0)).toBe(false);
        places.push(u.byteOffset);
      }
      expect(new Set(places).size).toBe(3);
    });

    test('one array for two parameters is one array', async () => {
      const a = Float64Array.of(1, 2, 3);
      await rod.call('sum', a, a, a, 3);
      expect([...a]).toEqual([2, 4, 6]);
    });

    test('arrays that overlap, overlap in the program too, and keep their alignment', async () => {
      const bytes = new ArrayBuffer(64);
      const u = new Float64Array(bytes, 8, 6).fill(1);
      await rod.call('shift', u.subarray(0, 4), u.subarray(1), 4);
      expect([...u]).toEqual([1, 2, 3, 4, 5, 1]);
      await rod.call('shift', new Float64Array(bytes, 8, 4), new Float64Array(bytes, 16, 4), 1);
      expect([...u]).toEqual([1, 2, 3, 4, 5, 1]);
      expect(await rod.call('apart', new Int32Array(bytes, 4, 8), u)).toBe(4);
      expect(await rod.call('apart', new Int32Array(bytes, 0, 1), u)).not.toBe(8); // nothing in common
    });

    test('values of each type', async () => {
      expect(await rod.call('twice', 2 ** 40)).toBe(2n ** 41n);
      expect(await rod.call('twice', -(2n ** 62n))).toBe(-(2n ** 63n));
      expect(await rod.call('byte', 250, true, 3.5, -4)).toBe(250);
      expect(await rod.callAll('me')).toEqual(Array.from({ length: options.threads! }, (_, thread) => thread));
      expect(await rod.call('hello')).toBe(undefined);
      expect(await rod.call('at', (await rod.call('place'))!)).toBe(5);
    });

    test('calls follow each other', async () => {
      const u = new Float64Array(50).fill(1);
      const sums = await Promise.all([1, 2, 3, 4].map((by) => rod.call('solve', u, 50, by)));
      expect(sums).toEqual([50, 100, 300, 1200]);
    });
  });

test('arguments that do not fit', async () => {
  const rod = await rodWith({ optimize: 0, threads: 2 });
  const wrong = (name: string, ...values: unknown[]) => failure(rod.call(name, ...(values as [])));
  const solve = 'double solve(double *u, int n, double by)';
  expect(await wrong('solve', null)).toBe(`TypeError: solve takes 3 arguments, not 1: ${solve}`);
  expect(await wrong('solve', new Float32Array(3), 3, 1)).toBe(
    `TypeError: solve: argument 1 (u) takes a Float64Array, null or an address, not a Float32Array: ${solve}`,
  );
  expect(await wrong('solve', null, '3', 1)).toBe(
    `TypeError: solve: argument 2 (n) takes an integer from -2^31 to 2^31-1, not "3": ${solve}`,
  );
  expect(await wrong('twice', 2 ** 53)).toBe(
    'RangeError: twice: argument 1 (x) takes a BigInt or an exact integer from -2^63 to 2^63-1, not 9007199254740992: long long twice(long long x)',
  );
  expect(await wrong('byte', 256, true, 1, 1)).toBe(
    'RangeError: byte: argument 1 (b) takes an integer from 0 to 2^8-1, not 256: unsigned char byte(unsigned char b, _Bool c, float f, short s)',
  );
  expect(await wrong('norm', {})).toBe(
    'TypeError: norm cannot be called from JavaScript: its parameter p is a struct: double norm(struct point p)',
  );
  expect(await wrong('hidden', 1)).toMatch(
    /^TypeError: rod.upc has no function 'hidden' that is not static; there are solve, me, /,
  );
  expect(await rod.callAll('me')).toEqual([0, 1]);
  await rod.close();
  expect(await wrong('me')).toBe('Error: rod.upc: the instance is closed');
  await rod.close();
});

test('a call that is refused, or loses its array, gives back what it has taken', async () => {
  const rod = await rodWith({ optimize: 0, threads: 1, sharedHeap: 4 << 20 });
  const [small, large] = [new Float64Array(1 << 16), new Float64Array(1 << 22)];
  const lost = 'its buffer has been transferred or made smaller: do so when the call is done';
  const flags = await rod.array(Int32Array, 2);
  for (let k = 0; k < 12; k++) {
    expect(await failure(rod.call('sum', small, large, null, 0))).toMatch(/^RangeError: no room for 33554432 bytes/);
    flags.fill(0);
    const u = new Float64Array(1 << 16);
    const call = failure(rod.call('linger', u, flags));
    // until the call has begun, while it takes what it needs, or before
    while (k % 3 === 0 && flags[0] === 0) await new Promise(setImmediate);
    for (let step = 0; step < k; step++) await null;
    structuredClone(u.buffer, { transfer: [u.buffer] });
    flags[1] = 1;
    expect(await call).toBe(`TypeError: linger: argument 1 (u): ${lost}`);
  }
  expect(await rod.call('solve', small, small.length, 1)).toBe(0);
  await rod.close();
});

test('arrays of the instance that cannot be take nothing', async () => {
  const rod = await rodWith({ optimize: 0, threads: 1, sharedHeap: 4 << 20 });
  const wrong = (...values: unknown[]) => failure(rod.array(...(values as [Float64ArrayConstructor, number])));
  const takes = 'array: argument 2 (length) takes an integer from 0 to';
  for (const length of [-1, 1.5, NaN, 2 ** 29, 2 ** 29 + (1 << 16)])
    expect(await wrong(Float64Array, length)).toBe(
      `RangeError: ${takes} 2^29-1, not ${length}: array(Float64Array, length)`,
    );
  for (const length of [undefined, '5'])
    expect(await wrong(Uint8Array, length)).toBe(
      `TypeError: ${takes} 2^32-1, not ${JSON.stringify(length)}: array(Uint8Array, length)`,
    );
  expect(await wrong(DataView, 5)).toBe(
    "TypeError: array: argument 1 (type) takes a typed array's class, as Float64Array, not the function DataView: array(type, length)",
  );
  expect((await rod.array(Uint8Array, 3 << 20)).length).toBe(3 << 20);
  await rod.close();
});

const ENDS: readonly (readonly [string, readonly number[], RegExp])[] = [
  ['quit', [3], /^ProgramEnded: rod.upc: thread 1 ended the program with status 3 at rod.upc:\d+:\d+$/],
  ['divide', [1, 0], /^ProgramEnded: rod.upc: thread \d: division by zero at rod.upc:\d+:\d+\n {4}at /],
  ['stop', [], /^ProgramEnded: rod.upc: thread \d: Aborted at rod.upc:\d+:\d+\n/],
  ['global', [5], /^ProgramEnded: rod.upc: thread \d ended the program with status 5 at rod.upc:31:\d+$/],
  [
    'stuck',
    [1],
    /^ProgramEnded: rod.upc: thread \d: deadlock: .*at rod.upc:\d+:\d+\n {4}thread 0 has returned\n {4}thread 1 waits at upc_barrier rod.upc:\d+\n/,
  ],
];

for (const options of some(WAYS.filter(({ threads }) => threads! > 1)))
  for (const [name, values, text] of dealt(JSON.stringify(options), ENDS))
    test(`${name} ends the instance: ${JSON.stringify(options)}`, async () => {
      const rod = await rodWith(options);
      const [call, next] = [rod.call(name, ...values), rod.call('me')];
      expect(await failure(call)).toMatch(text);
      expect(await failure(next)).toMatch(text);
      expect(await failure(rod.call('me'))).toMatch(text);
      await rod.close();
    });

test('what is put into the main that nobody has written is in the code of none', async () => {
  const rod = await rodWith({ optimize: 2, threads: 1 });
  const place = /^ProgramEnded: rod.upc: thread 0: division by zero at (\S+)\n {4}at divide \(\1\)$/;
  expect(await failure(rod.call('divide', 1, 0))).toMatch(place);
});

test('instances share nothing; a signal ends the one whose call it stops', async () => {
  const [one, other] = await Promise.all([rodWith({ threads: 2 }), rodWith({ threads: 3 })]);
  const [calling, queued] = [new AbortController(), new AbortController()];
  const stopped = failure(one.call('forever', { signal: calling.signal }));
  const never = failure(one.call('me', { signal: queued.signal }));
  queued.abort(new Error('not now'));
  expect(await never).toBe('Error: not now');
  calling.abort(new Error('too long'));
  expect(await stopped).toBe('Error: too long');
  expect(await failure(one.call('me'))).toBe('Error: rod.upc: the instance has ended: a call was aborted');
  expect(await other.callAll('me')).toEqual([0, 1, 2]);
  await other.close();
  expect(await failure(one.call('me', { signal: AbortSignal.abort(new Error('before')) }))).toBe('Error: before');
});

test('only what is exported is there; what is wrong in a source, or with the threads, rejects', async () => {
  const options = { threads: 1, optimize: 0 } as const;
  const rod = await rodWith({ ...options, exports: ['me'] });
  expect(await failure(rod.call('twice', 1))).toBe(
    "TypeError: rod.upc has no function 'twice' that is not static; there are me",
  );
  await rod.close();
  expect(await failure(rodWith({ ...options, exports: ['mine'] }))).toMatch(
    /^TypeError: exports: no function 'mine' that is not static; there are solve, me, /,
  );
  expect(await failure(rodWith({ ...options, thread: 2 } as LoadOptions))).toMatch(
    /^TypeError: load: thread: there is no such option; there are threads, flags, exports, /,
  );
  expect(await failure(rodWith({ ...options, define: { MYTHREAD: 'nothing' } }))).toMatch(/^SyntaxError: rod.upc:\d+:/);
  expect(await failure(rodWith({ optimize: 0, threads: 0 }))).toBe(
    "ProgramEnded: rod.upc: -n: '0' is not a number of threads (1, 2, ...)",
  );
});

test('Node.js waits for close after a signal has stopped a call', async () => {
  const { status, stdout, stderr } = await node([join(import.meta.dirname, 'programs/stopped.mjs')]);
  expect([status, stdout, stderr]).toEqual([0, 'TimeoutError\nclosed\n', '']);
});

test('an idle instance does not keep Node.js alive; a closed one has run what it registered; no file is left', async () => {
  const env = { TMPDIR: mkdtempSync(join(tmpdir(), 'pgasc-idle-')) };
  const script = join(import.meta.dirname, 'programs/idle.mjs');
  const sorted = (text: string) => text.split('\n').sort().join('\n').trim();
  const idle = await node([script], { env });
  expect([idle.status, sorted(idle.stdout), idle.stderr]).toEqual([0, 'hello from 0\nhello from 1', '']);
  const closed = await node([script, 'close'], { env });
  expect([closed.status, sorted(closed.stdout), closed.stderr]).toEqual([
    0,
    'hello from 0\nhello from 1\nthread 0 ends\nthread 1 ends',
    '',
  ]);
  expect(readdirSync(env.TMPDIR)).toEqual([]);
  rmdirSync(env.TMPDIR);
});
