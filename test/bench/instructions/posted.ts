/**
 * In the place of runtime/fabrics/posted.ts: null drivers store a byte in a word that the counting tool watches (steps.c).
 *
 * The memory of the program is made here, so that V8 knows the byte's address as a constant: a mark is one store.
 */

/** Bytes of the ranks' regions: the words lie behind them, where operations.upc stores too (MARKS). */
export const REGIONS = 2 ** 27;
const PAGE = 65536;
const pages = REGIONS / PAGE + 1;
export const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });

/** What the tool finds the watched word by, 16 bytes before it. */
const MAGIC = [0x9d2c5680, 0xefc60000, 0x1f123bb5, 0x5bd1e995];
const WATCHED = REGIONS + 16;
const POST = new Uint8Array(memory.buffer, WATCHED + 1, 1);

export function beWatched(): void {
  const words = new Uint32Array(memory.buffer, REGIONS, MAGIC.length);
  MAGIC.forEach((word, i) => {
    words[i] = word;
  });
}

export function posted(): void {
  POST[0] = 1;
}

/** i32.const WATCHED + 1, i32.const 1, i32.store8 */
export const POSTED: readonly number[] = [0x41, ...signed(WATCHED + 1), 0x41, 1, 0x3a, 0, 0];

/** LEB128. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >> 7)];
}
