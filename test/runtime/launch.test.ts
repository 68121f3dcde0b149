import { expect, test } from 'vitest';
import { parseFlags } from '../../runtime/launch/flags.ts';
import { peerTimeout } from '../../runtime/launch/silence.ts';
import { SourceMap } from '../../runtime/launch/sourcemap.ts';
import { GUARD } from '../../runtime/memory/guards.ts';
import { layOut } from '../../runtime/memory/layout.ts';

const KIB = 2 ** 10;
const MIB = 2 ** 20;
const statics = { privateEnd: 70_000, sharedEnd: 80_000 };

test('flags may stand anywhere before --; the rest is for main', () => {
  const words = ['-n', '4', 'a', '--shared-heap=1.5G', '-x', '--heap', '512K', '--', '-n', '5'];
  expect(parseFlags(words, {})).toEqual({
    threads: 4,
    threadsFlag: '-n',
    sharedHeap: 1536 * MIB,
    heap: 512 * 1024,
    distribution: 'block',
    bind: false,
    labels: false,
    failedImages: false,
    preload: false,
    simulate: false,
    reorder: false,
    compute: 'counted',
    phantom: false,
    verbose: false,
    tracing: { matrix: [], limit: 256 * MIB, sample: 1 },
    arguments: ['a', '-x', '-n', '5'],
  });
  expect(parseFlags(['-n3', '-shared-heap=64MB', '--stack=16'], {})).toMatchObject({
    threads: 3,
    sharedHeap: 64 * MIB,
    stack: 16 * MIB,
  });
});

test('what to record is asked for by three flags', () => {
  const words = ['--stats', 'a', '--trace=t.json', '--matrix', 'm.csv', '--matrix=m.svg'];
  expect(parseFlags(words, {})).toMatchObject({
    tracing: { stats: '', trace: 't.json', matrix: ['m.csv', 'm.svg'] },
    arguments: ['a'],
  });
  expect(parseFlags(['--stats=s.%'], {})).toMatchObject({ tracing: { stats: 's.%' } });
  expect(() => parseFlags(['--trace'], {})).toThrow('--trace needs a value');
});

test('the environment gives way to the command line', () => {
  expect(parseFlags(['--threads=2'], { PGAS_THREADS: '8', PGAS_SHARED_HEAP: '2G' })).toMatchObject({
    threads: 2,
    sharedHeap: 2048 * MIB,
  });
  expect(parseFlags([], { PGAS_THREADS: '8' }).threads).toBe(8);
});

test.each([
  [['-n'], '-n needs a value'],
  [['-n', 'x'], "-n: 'x' is not a number of threads"],
  [['-n', '0'], "-n: '0' is not a number of threads"],
  [['--heap=12Q'], "--heap: '12Q' is not a size"],
  [['--simulate='], '--simulate=: the value is missing; give it behind the =, or leave out the ='],
  [['--time='], '--time=: the value is missing; give it behind the =, or leave out the ='],
  [['--pernode=2'], '--pernode=2: did you mean --per-node? What is for the program stands behind --'],
  [['--Per_Node', '2'], '--Per_Node: did you mean --per-node? What is for the program stands behind --'],
])('%j is refused', (words, message) => {
  expect(() => parseFlags(words, {})).toThrow(message);
});

test('a symmetric heap without unit is bytes', () => {
  expect(parseFlags([], { SHMEM_SYMMETRIC_SIZE: '3000000' })).toMatchObject({ sharedHeap: 3_000_000 + MIB / 4 });
  expect(parseFlags([], { SHMEM_SYMMETRIC_SIZE: '1.5g' })).toMatchObject({ sharedHeap: 1536 * MIB + MIB / 4 });
  expect(() => parseFlags([], { SHMEM_SYMMETRIC_SIZE: '-1' })).toThrow(
    "SHMEM_SYMMETRIC_SIZE: '-1' is not a size (64M, 1G, 512K; without unit bytes)",
  );
});

test('the silence that a job endures', () => {
  expect(peerTimeout({})).toBe(30);
  expect(peerTimeout({ PGAS_PEER_TIMEOUT: '2' })).toBe(2);
  expect(peerTimeout({ PGAS_PEER_TIMEOUT: '1', PGAS_FREEZE: '1' })).toBe(Number.POSITIVE_INFINITY);
  for (const given of ['1', '-3', 'soon'])
    expect(() => peerTimeout({ PGAS_PEER_TIMEOUT: given })).toThrow(
      `PGAS_PEER_TIMEOUT=${given}: it must be a number of seconds, 2 at least, as a busy machine may hold up a process for one`,
    );
});

test('a layout has its parts in order, and large regions when threads are few', () => {
  for (const threads of [1, 2, 3, 4, 7, 64, 1000]) {
    const layout = layOut({ ...statics, threads });
    expect(layout.threads * 2 ** layout.shift).toBeLessThanOrEqual(2 ** 32);
    expect(layout.staticsEnd).toBeGreaterThanOrEqual(statics.sharedEnd);
    expect(layout.sharedHeapStart).toBeGreaterThan(layout.staticsEnd);
    expect(layout.sharedHeapEnd).toBeGreaterThan(layout.sharedHeapStart);
    expect(layout.stackTop).toBeGreaterThan(layout.sharedHeapEnd);
    expect(layout.heapStart).toBeGreaterThanOrEqual(layout.networkEnd);
    expect(layout.heapEnd).toBeGreaterThan(layout.heapStart);
    expect(layout.heapEnd).toBeLessThan(2 ** layout.shift);
    if (threads <= 16) expect(2 ** layout.shift).toBeGreaterThanOrEqual(128 * MIB);
  }
});

test('sizes that were asked for are kept', () => {
  const layout = layOut({ ...statics, threads: 3, sharedHeap: 600 * MIB, stack: 32 * MIB, heap: 100 * MIB });
  expect(layout.stackTop - layout.stackLimit).toBe(32 * MIB);
  expect(layout.sharedHeapEnd - layout.sharedHeapStart).toBe(600 * MIB);
  expect(layout.heapEnd - layout.heapStart).toBe(100 * MIB);
});

test('a shared heap of no bytes overlaps neither static objects nor the stack', () => {
  const { staticsEnd, sharedHeapStart, sharedHeapEnd, stackLimit } = layOut({ ...statics, threads: 2, sharedHeap: 0 });
  expect(sharedHeapEnd - GUARD).toBeGreaterThanOrEqual(sharedHeapStart + GUARD);
  expect(sharedHeapStart - GUARD).toBeGreaterThanOrEqual(staticsEnd);
  expect(stackLimit).toBe(sharedHeapEnd);
});

test('what does not fit is refused with the sizes and the flags', () => {
  expect(() => layOut({ ...statics, threads: 4, sharedHeap: 2048 * MIB })).toThrow(
    /^4 threads have 1 GiB each of the 4 GiB that addresses reach, but .* \+ 2 GiB of shared heap need 2 GiB .*--shared-heap/,
  );
  expect(() => layOut({ ...statics, threads: 100_000 })).toThrow('use fewer threads (-n)');
  expect(() => layOut({ ...statics, threads: 2, sharedHeap: 2000 * MIB, shadow: true })).toThrow(
    '2 GiB of shared heap + 285.8 MiB for the checks of -g need 2.2 GiB per thread',
  );
  const large = { ...statics, threads: 4, sharedHeap: 3072 * MIB };
  expect(() => layOut({ ...large, perProcess: 2 })).toThrow(
    /^2 threads of a process have 2 GiB each of the 4 GiB .* need 3 GiB per thread: use more processes \(--processes\), or /,
  );
  expect(() => layOut({ ...large, perProcess: 1 })).toThrow(
    /^one thread has 2 GiB at most of the 4 GiB that addresses reach, but .* need 3 GiB per thread: use more threads \(-n\), each with less, or smaller --shared-heap, --heap or --stack$/,
  );
});

test('thousands of simulated ranks have regions of less than 1 MiB, down to the least that each needs', () => {
  const least = { stack: 16 * KIB, sharedHeap: 4 * KIB, heap: 32 * KIB };
  const request = { ...statics, network: 60 * KIB, least };
  expect(layOut({ ...request, threads: 4096 }).shift).toBe(20);
  const { shift, stackTop, stackLimit, heapStart, heapEnd } = layOut({ ...request, threads: 16_384 });
  expect(shift).toBe(18);
  expect(stackTop - stackLimit).toBeGreaterThanOrEqual(least.stack);
  expect(heapEnd - heapStart).toBeGreaterThanOrEqual(least.heap);
  expect(layOut({ ...request, threads: 16_384, stack: 64 * KIB }).shift).toBe(18);
  expect(() => layOut({ ...request, threads: 47_296 })).toThrow(
    /^47296 threads have 64 KiB each of the 4 GiB .* of static data \+ 52 KiB of stack and heaps at least \+ 60 KiB for the network need .* per thread: use fewer threads \(-n 16384 will do\), or/,
  );
  expect(() => layOut({ ...request, threads: 16_384, stack: 8 * KIB })).toThrow('at least 16 KiB are needed');
});

test('a source map gives the place of the last segment before the column', () => {
  const map = new SourceMap(
    JSON.stringify({ version: 3, sources: ['prog.upc'], names: [], mappings: ';AAWM,SAAA;EACF,gBADE' }),
  );
  expect(map.find(1, 1)).toBeUndefined();
  expect(map.find(2, 5)).toEqual({ source: 'prog.upc', line: 12, column: 7 });
  expect(map.find(3, 3)).toEqual({ source: 'prog.upc', line: 13, column: 5 });
  expect(map.find(3, 19)).toEqual({ source: 'prog.upc', line: 12, column: 7 });
});
