/** Ranks of the conduit: several in one thread, where a wait of one serves the others, or one in each thread. */
import type { Conduit, Host } from '../../../runtime/conduits/conduit.ts';
import { network } from '../../../runtime/conduits/verbs/index.ts';
import { Area } from '../../../runtime/memory/area.ts';
import { bulkOperations } from '../../../runtime/memory/copy.ts';
import { compileInstructions, instructions } from '../../../runtime/memory/instructions.ts';
import { basesOf, oneMemory } from '../../../runtime/memory/memories.ts';
import { makeSpace, type Space } from '../../../runtime/memory/space.ts';
import { waitingBy } from '../../support/waiting.ts';

export const SHIFT = 23;
/** Where segments begin. */
export const FREE = 65536;
const NETWORK = 6 << 20;

export type Variables = Readonly<Record<string, string>>;

export interface Rank {
  readonly space: Space;
  readonly conduit: Conduit;
  /** Words of messages that arrived, and whether each was a reply. */
  readonly arrived: number[];
  at(offset: number): number;
  /** The same place, as other ranks name it. */
  of(offset: number): readonly [rank: number, offset: number];
  bytes(offset: number, size: number): Uint8Array;
}

export function makeMemory(ranks: number): WebAssembly.Memory {
  const pages = (ranks << SHIFT) / 65536;
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

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

/** A rank's handler of messages: the sender's conduit, the first two words of the message. */
export type Handler = (rank: Rank, from: number, what: number) => void;

/** Words in front of a message of the tests: what it is, who sent it. */
export function sendMessage(rank: Rank, to: number, what: number, size = 8, reply = false): void {
  const { messages } = rank.conduit;
  const room = messages.prepare(to, size, reply);
  const { I32, U8 } = rank.space;
  I32[room >>> 2] = what;
  I32[(room >>> 2) + 1] = rank.space.MYTHREAD;
  for (let i = 8; i < size; i++) U8[(room + i) >>> 0] = (what + i) & 255;
  messages.commit(to, room, size, reply);
}

export function makeRank(host: Host, handle: Handler): Rank {
  const { space } = host;
  const at = (offset: number) => (space.BASE + FREE + offset) | 0;
  const bytes = (offset: number, size: number) => space.U8.subarray(at(offset) >>> 0, (at(offset) >>> 0) + size);
  const of = (offset: number) => [space.MYTHREAD, FREE + offset] as const;
  const arrived: number[] = [];
  const deliver = (message: number) => {
    const word = message >>> 2;
    arrived.push(space.I32[word]!);
    handle(rank, space.I32[word + 1]!, space.I32[word]!);
  };
  const rank: Rank = { space, conduit: network.open({ ...host, deliver }), arrived, at, of, bytes };
  return rank;
}

/** Several ranks in this thread. */
export function makeRanks(count: number, variables: Variables = {}, handle: Handler = () => {}): Rank[] {
  const memory = makeMemory(count);
  const made: Rank[] = [];
  for (let rank = 0; rank < count; rank++) {
    const host = hostOf(memory, rank, count, variables, {
      deliver: () => {},
      ...waitingBy((turn) => {
        if (turn > 10_000) throw new Error('nothing happens');
        for (const other of made) if (other.space.MYTHREAD !== rank) other.conduit.messages.poll(false);
      }),
    });
    made.push(makeRank(host, handle));
  }
  return made;
}

export function pollAll(ranks: readonly Rank[]): void {
  for (let busy = true; busy; ) busy = ranks.map(({ conduit }) => conduit.messages.poll(false)).includes(true);
}

/** Waits for a handle as the extended layer does. */
export function finish(ranks: readonly Rank[], rank: Rank, handle: number): void {
  for (let turn = 0; rank.conduit.memory!.test(handle) !== true; turn++) {
    if (turn > 10_000) throw new Error('never done');
    pollAll(ranks);
  }
}

export function fillUp(bytes: Uint8Array, seed: number): Uint8Array {
  for (let i = 0; i < bytes.length; i++) bytes[i] = (seed + 31 * i + (i >> 8)) & 255;
  return bytes;
}
