/**
 * How much of the adapter's memory the provider takes in each region, by the numbers of ranks and processes.
 *
 * A rank takes messages of each other process in lanes: one for each of its receive contexts, and one for requests. A sender has `creditsOf`
 * credits for each lane. A message takes one, which comes back when the message leaves its native buffer; there is a buffer for each credit.
 */
import { mostRanks } from '../../../../memory/memories.ts';
import { LONGEST_HEADER } from '../shm/packet.ts';
import { CQ_ENTRY, CQ_ERROR } from './abi.ts';
import { DESCRIPTOR_AT } from './accessmessage.ts';

export const line = (bytes: number): number => (bytes + 63) & -64;

/** Receive contexts of a rank that others may send to. */
export const CONTEXTS = 2;
/** Lanes to a rank: its receive contexts, and requests that whoever polls executes. */
export const LANES = CONTEXTS + 1;
export const REQUEST_LANE = CONTEXTS;
/** Bytes in front of what the provider is given as a context: its own use, then words of ours (entry.ts). */
export const ENTRY_BYTES = 128;
/** In front of a packet on the wire (frame.ts). */
export const WIRE_HEADER = 16;
/** Buffers that a rank sends from; operations that it may have under way. */
export const SEND_FRAMES = 8;
export const OPERATIONS = 64;
/** Operations that the progress thread may have under way for ranks that compute. */
export const ERRANDS = 8;
/** The source of an operation that is to be taken on return. */
export const BOUNCE_BYTES = 192;
/** Completions that are read at once. */
export const BATCH = 16;
/** Native buffers beside those for which there are credits: for what tells of credits and ends. */
const SPARE_FRAMES = 8;
/** Largest message that the receiver fetches. */
export const LARGEST_FETCHED = 16384;

/** Answers of a process that may be on their way at once; most words of one. */
export const ANSWER_FRAMES = 8;
export const ANSWER_WORDS = 6;
/** Bytes from one to the next. */
export const ANSWER_STRIDE = line(ENTRY_BYTES + WIRE_HEADER + 4 * ANSWER_WORDS);

export const OPERATION_BYTES = ENTRY_BYTES + DESCRIPTOR_AT + 24 + BOUNCE_BYTES;
export const CONTROL_BYTES = 64;
export const HANDLES_BYTES = 128;
/** Of what is known of each process, and of each rank. */
export const PEER_BYTES = 8;
export const RANK_BYTES = 16;
export const WORDS_BYTES = 256;
export const NAME_BYTES = 256;
/** Of the self-test, before others need room. */
export const TEST_BYTES = 1280;

/** Bytes of the longest message that travels in a frame; longer ones are fetched. */
export function longestOf(ranks: number): number {
  return ranks <= 256 ? 4096 : 1024;
}

export function frameBytes(ranks: number): number {
  return line(ENTRY_BYTES + WIRE_HEADER + LONGEST_HEADER + longestOf(ranks));
}

export function creditsOf(ranks: number): number {
  return ranks <= 16 ? 8 : ranks <= 64 ? 4 : ranks <= 256 ? 2 : 1;
}

/** Received frames whose buffers wait for a poll that finds nothing, before libfabric has them again: so answers need not wait for that. */
export function spentFrames(ranks: number): number {
  return creditsOf(ranks) >> 2;
}

/** Native receive buffers in each region. */
export function receiveFrames(ranks: number, processes: number): number {
  return (processes - 1) * LANES * creditsOf(ranks) + SPARE_FRAMES;
}

/** Lanes of the largest process, from other processes each. `firsts`: the first rank of each process. */
export function lanesOf(ranks: number, firsts: readonly number[]): number {
  return LANES * mostRanks(ranks, firsts);
}

/** Offsets of the parts of what a process has once, in the region of its first rank: the same in all processes. */
export function partsOf(ranks: number, firsts: readonly number[]) {
  const processes = firsts.length;
  let next = 0;
  const take = (bytes: number) => {
    const offset = next;
    next += line(bytes);
    return offset;
  };
  const lanes = lanesOf(ranks, firsts);
  return {
    words: take(WORDS_BYTES),
    scratch: take(CQ_ERROR.BYTES + NAME_BYTES),
    completions: take(BATCH * CQ_ENTRY.BYTES),
    /** What the progress thread waits with, and its operation. */
    awaited: take(16),
    probe: take(OPERATION_BYTES),
    errands: take(ERRANDS * line(OPERATION_BYTES)),
    test: take(TEST_BYTES),
    control: take(CONTROL_BYTES),
    answers: take(ANSWER_FRAMES * ANSWER_STRIDE),
    handles: take(HANDLES_BYTES + processes * PEER_BYTES + ranks * RANK_BYTES + 8 * mostRanks(ranks, firsts)),
    credits: take(4 * LANES * ranks),
    owed: take(4 * processes * lanes),
    parked: take(8 * lanes),
    bytes: next,
  };
}

/** What a rank has for results of libfabric. */
export const RESULT_BYTES = 8;

/** Bytes of each region. */
export function ofiArea(ranks: number, firsts: readonly number[]): number {
  if (firsts.length === 1) return 0;
  return (
    partsOf(ranks, firsts).bytes +
    (receiveFrames(ranks, firsts.length) + SEND_FRAMES) * frameBytes(ranks) +
    OPERATIONS * line(OPERATION_BYTES) +
    line(RESULT_BYTES) +
    CONTEXTS * line(LARGEST_FETCHED) +
    CONTROL_BYTES +
    512
  );
}
