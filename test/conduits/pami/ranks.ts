/** Several ranks of the conduit in one thread: a wait of one serves the others, as if they ran. */
import type { Conduit, Host } from '../../../runtime/conduits/conduit.ts';
import { network } from '../../../runtime/conduits/pami/index.ts';
import { Area } from '../../../runtime/memory/area.ts';
import { bulkOperations } from '../../../runtime/memory/copy.ts';
import { compileInstructions, instructions } from '../../../runtime/memory/instructions.ts';
import { basesOf, oneMemory } from '../../../runtime/memory/memories.ts';
import { makeSpace, type Space } from '../../../runtime/memory/space.ts';
import { waitingBy } from '../../support/waiting.ts';

export const SHIFT = 23;
const FREE = 65536;
const NETWORK = 6 << 20;

export interface Rank {
  readonly space: Space;
  readonly conduit: Conduit;
  /** Words of messages that arrived. */
  readonly arrived: number[];
  at(offset: number): number;
  /** The same place, as other ranks name it. */
  of(offset: number): readonly [rank: number, offset: number];
  bytes(offset: number, size: number): Uint8Array;
}

export type Variables = Readonly<Record<string, string>>;

export function hostOf(
  memory: WebAssembly.Memory,
  rank: number,
  ranks: number,
  variables: Variables,
  more: Pick<Host, 'deliver' | 'waitFor' | 'lookForEnd'>,
): Host {
  const space = makeSpace(memory, rank, ranks, SHIFT);
  const wasm = instructions(space, compileInstructions());
  const bulk = bulkOperations(space, wasm);
  return {
    ...more,
    space,
    bulk,
    memories: oneMemory(space, bulk),
    baseOf: basesOf({ threads: ranks, shift: SHIFT }, [0]),
    firsts: [0],
    hosts: [0],
    exchange: (bytes) => [bytes],
    services: [],
    area: new Area(NETWORK, 1 << SHIFT),
    segment: { start: FREE, end: NETWORK },
    variables,
    debug: true,
    fence: wasm.fence,
    rouse: () => {},
    carries: () => {},
    outlivesPeers: false,
    isGone: () => false,
    inform: () => {},
    warn: () => {},
    misuse(message) {
      throw new Error(message);
    },
    fail(message) {
      throw new Error(message);
    },
  };
}

export function makeMemory(ranks: number): WebAssembly.Memory {
  const pages = (ranks << SHIFT) / 65536;
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** While `deaf`, ranks that wait are alone. */
export function makeRanks(count: number, variables: Variables = {}, world = { deaf: false }): Rank[] {
  const memory = makeMemory(count);
  const made: Rank[] = [];
  for (let rank = 0; rank < count; rank++) {
    const arrived: number[] = [];
    const host = hostOf(memory, rank, count, variables, {
      deliver: (message) => void arrived.push(host.space.I32[message >>> 2]!),
      ...waitingBy((turn) => {
        if (turn > 10_000) throw new Error('nothing happens');
        if (!world.deaf)
          for (const other of made) if (other.space.MYTHREAD !== rank) other.conduit.messages.poll(false);
      }),
    });
    const { space } = host;
    const at = (offset: number) => (space.BASE + FREE + offset) | 0;
    const bytes = (offset: number, size: number) => space.U8.subarray(at(offset) >>> 0, (at(offset) >>> 0) + size);
    const of = (offset: number) => [rank, FREE + offset] as const;
    made.push({ space, conduit: network.open(host), arrived, at, of, bytes });
  }
  return made;
}

export function pollAll(ranks: readonly Rank[]): void {
  for (let busy = true; busy; ) busy = ranks.map(({ conduit }) => conduit.messages.poll(false)).includes(true);
}

export function fillUp(bytes: Uint8Array, seed: number): Uint8Array {
  for (let i = 0; i < bytes.length; i++) bytes[i] = (seed + 31 * i + (i >>> 8)) & 255;
  return bytes;
}
