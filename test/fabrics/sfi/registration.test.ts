/** What is said where libfabric does not register a process's memory. */
import { expect, test } from 'vitest';
import type { Library } from '../../../runtime/fabrics/sfi/providers/ofi/library.ts';
import { pinnable, refusalOf } from '../../../runtime/fabrics/sfi/providers/ofi/registration.ts';

const [GIB, WHY] = [2 ** 30, 'Cannot allocate memory'];
const ADVICE = 'take less by --shared-heap, or another provider by PGAS_PROVIDER=ofi:NAME';

test('more than may be pinned', () => {
  expect(refusalOf(4 * GIB, 8 * 2 ** 20, WHY)).toBe(
    `libfabric: cannot register what threads share, 4096 MiB in this process: ${WHY}; it may pin 8192 KiB: raise that (ulimit -l, on all hosts), ${ADVICE}`,
  );
});

test('no more than may be pinned: the limit is not to blame', () => {
  for (const limit of [4 * GIB, Number.POSITIVE_INFINITY])
    expect(refusalOf(4 * GIB, limit, WHY)).toBe(
      `libfabric: cannot register what threads share, 4096 MiB in this process: ${WHY}; ${ADVICE}`,
    );
});

test.each([
  [[65536, 0], 65536],
  [[-1, 0], 2 ** 32 - 1],
  [[5, 1], 2 ** 32 + 5],
  [[-1, -1], Number.POSITIVE_INFINITY],
])('the limit in the words %j', (words, wanted) => {
  const I32 = new Int32Array(8);
  const getrlimit = (_resource: number, place: number) => {
    I32.set(words, (place - 1000) >>> 2);
    return 0;
  };
  const library = { function: () => getrlimit } as unknown as Library;
  expect(pinnable(library, I32, { here: 16, there: 1016 })).toBe(wanted);
});
