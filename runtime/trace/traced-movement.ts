/**
 * Copies by the runtime on behalf of whole operations: collective functions, strided and list transfers.
 *
 * Copies of an operation that records its own size are not counted again.
 */
import { COMPLETE } from '../conduits/conduit.ts';
import type { Movement } from '../extended/movement.ts';
import type { Packing } from '../extended/reference/packing.ts';
import { strided as rows } from '../extended/vis/strided.ts';
import { UNPLACED } from './journal.ts';
import type { Recorder } from './recorder.ts';

/** Whether no other thread can reach the address. */
type IsPrivate = (address: number) => boolean;

/** Records the remote parts of a copy; of one within this thread's memory where it writes, or reads, what others can reach. */
function noteCopy(
  recorder: Recorder,
  isPrivate: IsPrivate,
  destination: number,
  source: number,
  bytes: number,
  start: number,
): void {
  const [to, from] = [recorder.threadOf(destination), recorder.threadOf(source)];
  if (from !== recorder.thread) recorder.moves(from, recorder.offsetOf(source), bytes, false, start);
  if (from !== recorder.thread && to === recorder.thread) return;
  const place = to === recorder.thread && isPrivate(destination) ? UNPLACED : recorder.offsetOf(destination);
  recorder.moves(to, place, bytes, true, start);
}

/** Records the pieces packed in messages. */
export function recordPacking(packing: Packing, recorder: Recorder): void {
  const put = packing.put.bind(packing);
  packing.put = (rank, offset, source, size) => {
    const start = recorder.now();
    put(rank, offset, source, size);
    recorder.moves(rank, offset >>> 0, size, true, start);
  };
  const get = packing.get.bind(packing);
  packing.get = (destination, rank, offset, size) => {
    const start = recorder.now();
    get(destination, rank, offset, size);
    recorder.moves(rank, offset >>> 0, size, false, start);
  };
}

export function tracedMovement(movement: Movement, recorder: Recorder, isPrivate: IsPrivate): Movement {
  const note = (destination: number, source: number, bytes: number, start: number) =>
    noteCopy(recorder, isPrivate, destination, source, bytes >>> 0, start);

  const traced: Movement = {
    move(destination, source, size) {
      const start = recorder.now();
      movement.move(destination, source, size);
      note(destination, source, size, start);
    },
    copy(destination, source, size) {
      const start = recorder.now();
      const handle = movement.copy(destination, source, size);
      note(destination, source, size, start);
      return handle;
    },
    fill(address, byte, size) {
      const start = recorder.now();
      const handle = movement.fill(address, byte, size);
      recorder.moves(recorder.threadOf(address), recorder.offsetOf(address), size >>> 0, true, start);
      return handle;
    },
    test: (handle) => handle === COMPLETE || movement.test(handle),
    get ended() {
      return movement.ended;
    },
  };
  const noteRows = (
    to: number,
    toStrides: Int32Array,
    from: number,
    fromStrides: Int32Array,
    counts: Uint32Array,
    start: number,
  ) => {
    // one transfer, of many places
    recorder.accounted++;
    rows((row, of, bytes) => note(row, of, bytes, start), to, toStrides, from, fromStrides, counts);
    recorder.accounted--;
    recorder.placed++;
    note(to, from, product(counts), start);
    recorder.placed--;
  };
  const { strided } = movement;
  if (strided)
    traced.strided = (destination, destinationStrides, source, sourceStrides, counts) => {
      const start = recorder.now();
      const handle = strided.call(movement, destination, destinationStrides, source, sourceStrides, counts);
      if (handle !== undefined) noteRows(destination, destinationStrides, source, sourceStrides, counts, start);
      return handle;
    };
  return traced;
}

function product(counts: Uint32Array): number {
  return counts.reduce((bytes, count) => bytes * count, 1);
}
