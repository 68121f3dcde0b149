/**
 * Copies by the runtime on behalf of whole operations: collective functions, strided and list transfers.
 *
 * Copies of an operation that records its own size are not counted again.
 */
import { COMPLETE } from '../conduits/conduit.ts';
import type { Movement } from '../extended/movement.ts';
import type { Packing } from '../extended/reference/packing.ts';
import type { Recorder } from './recorder.ts';

/** Records the remote parts of a copy. */
function noteCopy(recorder: Recorder, destination: number, source: number, bytes: number, start: number): void {
  if (recorder.accounted > 0 || bytes === 0) return;
  const [to, from] = [recorder.threadOf(destination), recorder.threadOf(source)];
  if (from !== recorder.thread) recorder.transferred(from, bytes, false, start);
  if (from === recorder.thread || to !== recorder.thread) recorder.transferred(to, bytes, true, start);
}

/** Records the pieces packed in messages. */
export function recordPacking(packing: Packing, recorder: Recorder): void {
  const note = (rank: number, size: number, isPut: boolean, start: number) => {
    if (recorder.accounted === 0 && size > 0) recorder.transferred(rank, size, isPut, start);
  };
  const put = packing.put.bind(packing);
  packing.put = (rank, offset, source, size) => {
    const start = recorder.now();
    put(rank, offset, source, size);
    note(rank, size, true, start);
  };
  const get = packing.get.bind(packing);
  packing.get = (destination, rank, offset, size) => {
    const start = recorder.now();
    get(destination, rank, offset, size);
    note(rank, size, false, start);
  };
}

export function tracedMovement(movement: Movement, recorder: Recorder): Movement {
  const note = (destination: number, source: number, bytes: number, start: number) =>
    noteCopy(recorder, destination, source, bytes, start);

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
      if (recorder.accounted === 0) recorder.transferred(recorder.threadOf(address), size, true, start);
      return handle;
    },
    test: (handle) => handle === COMPLETE || movement.test(handle),
  };
  const { strided } = movement;
  if (strided)
    traced.strided = (destination, destinationStrides, source, sourceStrides, counts) => {
      const start = recorder.now();
      const handle = strided.call(movement, destination, destinationStrides, source, sourceStrides, counts);
      if (handle !== undefined) note(destination, source, product(counts), start);
      return handle;
    };
  return traced;
}

function product(counts: Uint32Array): number {
  return counts.reduce((bytes, count) => bytes * count, 1);
}
