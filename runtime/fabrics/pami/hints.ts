/**
 * Hints: two bits each in one word, as the bit-fields of pami_dispatch_hint_t and pami_send_hint_t.
 *
 * Both records put a hint of the same name at the same place. Hints of a dispatch are hard: promises about all its
 * messages that the library may rely on. Hints of a send are soft: the library may ignore them.
 */

export const PAMI_HINT_DEFAULT = 0;
export const PAMI_HINT_ENABLE = 1;
export const PAMI_HINT_DISABLE = 2;
export const PAMI_HINT_INVALID = 3;
export type Hint = 0 | 1 | 2 | 3;

const NAMES = [
  'multicontext',
  'longHeader',
  'recvContiguous',
  'recvCopy',
  'recvImmediate',
  'consistency',
  'bufferRegistered',
  'remoteAsyncProgress',
  'useRdma',
  'useShmem',
  'queueImmediate',
] as const;
export type HintName = (typeof NAMES)[number];

/** Bits of all hints of a call. */
export type Hints = number;

/** hints({ queueImmediate: false }): true is ENABLE, false DISABLE, absent DEFAULT. */
export function hints(chosen: Partial<Record<HintName, boolean>>): Hints {
  let bits = 0;
  for (const [name, enabled] of Object.entries(chosen))
    bits |= (enabled ? PAMI_HINT_ENABLE : PAMI_HINT_DISABLE) << shiftOf(name as HintName);
  return bits;
}

export function hintOf(bits: Hints, name: HintName): Hint {
  return ((bits >>> shiftOf(name)) & 3) as Hint;
}

/** The name of a hint whose bits are PAMI_HINT_INVALID, if there is one. */
export function invalidHint(bits: Hints): HintName | undefined {
  return NAMES.find((name) => hintOf(bits, name) === PAMI_HINT_INVALID);
}

/** Registered buffers without RDMA: a contradiction. */
export function isContradictory(bits: Hints): boolean {
  return hintOf(bits, 'bufferRegistered') === PAMI_HINT_ENABLE && hintOf(bits, 'useRdma') === PAMI_HINT_DISABLE;
}

export const REMOTE_ASYNC_PROGRESS: Hints = PAMI_HINT_ENABLE << shiftOf('remoteAsyncProgress');

function shiftOf(name: HintName): number {
  return 2 * NAMES.indexOf(name);
}
