/**
 * The functions called by emitted code for shared accesses, each recorded.
 */
import type { Environment } from '../abi.ts';
import type { Bits } from '../extended/bits.ts';
import type { Values } from '../extended/values.ts';
import { addressOf } from '../memory/space.ts';
import { UNPLACED } from './journal.ts';
import {
  BARRIER,
  BEGIN_GET,
  BEGIN_PUT,
  COPY_GET,
  COPY_PUT,
  END_GET,
  END_PUTS,
  FENCE,
  GET,
  NOTIFY,
  NOTIFY_WAIT,
  PUT,
  PUT_BITS,
  STRICT_GET,
  STRICT_PUT,
  WAIT,
} from './operations.ts';
import { NOBODY, type Recorder } from './recorder.ts';

const SIZES = { I8: 1, U8: 1, I16: 2, U16: 2, I32: 4, I64: 8, F32: 4, F64: 8 };

type Access = (rank: number, offset: number, ...more: never[]) => never;

/** `isPrivate`: the address is not accessible to other threads by a pointer-to-shared. */
export function tracedValues(values: Values, recorder: Recorder, isPrivate: (address: number) => boolean): Values {
  const inner = values as unknown as Record<string, Access>;
  const traced: Record<string, unknown> = {};
  for (const [type, size] of Object.entries(SIZES)) {
    traced[`get${type}`] = access(recorder, inner[`get${type}`]!, GET, size, false);
    traced[`put${type}`] = access(recorder, inner[`put${type}`]!, PUT, size, true);
    traced[`startPut${type}`] = access(recorder, inner[`startPut${type}`]!, BEGIN_PUT, size, true);
    traced[`getStrict${type}`] = access(recorder, inner[`getStrict${type}`]!, STRICT_GET, size, false);
    traced[`putStrict${type}`] = access(recorder, inner[`putStrict${type}`]!, STRICT_PUT, size, true);
    traced[`endGet${type}`] = synchronization(
      recorder,
      inner[`endGet${type}`] as unknown as (handle: never) => unknown,
      END_GET,
    );
  }
  return {
    ...values,
    ...traced,
    startGet: (rank, offset, size) => {
      const start = recorder.now();
      const handle = values.startGet(rank, offset, size);
      moved(recorder, BEGIN_GET, rank, size, false, start, offset >>> 0);
      return handle;
    },
    endPuts: synchronization(recorder, values.endPuts, END_PUTS),
    fence: synchronization(recorder, values.fence, FENCE),
    transfer: tracedTransfer(values.transfer, recorder, isPrivate),
  };
}

/** Wraps a read or write of a scalar. */
function access(recorder: Recorder, inner: Access, operation: number, size: number, isPut: boolean): Access {
  return (rank, offset, ...more) => {
    const start = recorder.now();
    recorder.opens(true);
    const result = inner(rank, offset, ...more);
    recorder.closes(true);
    moved(recorder, operation, rank, size, isPut, start, offset >>> 0);
    return result;
  };
}

function moved(
  recorder: Recorder,
  operation: number,
  peer: number,
  bytes: number,
  isPut: boolean,
  start: number,
  offset: number,
): void {
  recorder.transferred(peer, bytes, isPut, start);
  recorder.done(operation, peer, bytes, start, offset);
}

/** Wraps an operation that waits, and moves no data itself. */
function synchronization<F extends (value: never) => unknown>(recorder: Recorder, inner: F, operation: number): F {
  return ((value: never) => {
    const start = recorder.now();
    const result = inner(value);
    recorder.done(operation, NOBODY, 0, start);
    return result;
  }) as F;
}

function tracedTransfer(
  transfer: Values['transfer'],
  recorder: Recorder,
  isPrivate: (address: number) => boolean,
): Values['transfer'] {
  const at = (rank: number, offset: number) => addressOf(recorder.space, rank, offset);
  return (toRank, to, fromRank, from, size) => {
    const start = recorder.now();
    recorder.opens(true);
    transfer(toRank, to, fromRank, from, size);
    recorder.closes(true);
    copied(recorder, COPY_GET, COPY_PUT, at(toRank, to), at(fromRank, from), size >>> 0, isPrivate, start);
  };
}

/** Records a copy: a get if its source is remote, a put if its destination is, else a local copy. `isPlaced`: of neighbouring bytes. */
export function copied(
  recorder: Recorder,
  get: number,
  put: number,
  destination: number,
  source: number,
  bytes: number,
  isPrivate: (address: number) => boolean,
  start: number,
  isPlaced = true,
): void {
  const [to, from] = [recorder.threadOf(destination), recorder.threadOf(source)];
  const at = (address: number) => (isPlaced ? recorder.offsetOf(address) : UNPLACED);
  const isGet = from !== recorder.thread || (to === recorder.thread && isPrivate(destination));
  if (isGet) moved(recorder, get, from, bytes, false, start, at(source));
  if (!isGet || to !== recorder.thread) moved(recorder, put, to, bytes, true, start, at(destination));
}

/** Wraps the stores of bit-fields. */
export function tracedBits({ putBitsU8, putBitsU16, putBitsI32, putBitsI64 }: Bits, recorder: Recorder): Bits {
  return {
    putBitsU8: access(recorder, putBitsU8 as Access, PUT_BITS, 1, true),
    putBitsU16: access(recorder, putBitsU16 as Access, PUT_BITS, 2, true),
    putBitsI32: access(recorder, putBitsI32 as Access, PUT_BITS, 4, true),
    putBitsI64: access(recorder, putBitsI64 as unknown as Access, PUT_BITS, 8, true),
  };
}

type Synchronization = Pick<Environment, 'notify' | 'wait' | 'barrier'>;

/** Wraps the barrier; `wait` also records the time since the notify, also if the end of the job cuts it short. */
export function tracedBarrier({ notify, wait, barrier }: Synchronization, recorder: Recorder): Synchronization {
  let notified = 0;
  return {
    notify: (place, value) => {
      const start = recorder.now();
      notify(place, value);
      recorder.done(NOTIFY, NOBODY, 0, start);
      notified = recorder.now();
    },
    wait: (place, value) => {
      recorder.done(NOTIFY_WAIT, NOBODY, 0, notified);
      const start = recorder.now();
      try {
        wait(place, value);
      } finally {
        recorder.done(WAIT, NOBODY, 0, start);
      }
    },
    barrier: (place, value) => {
      const start = recorder.now();
      try {
        barrier(place, value);
      } finally {
        recorder.done(BARRIER, NOBODY, 0, start);
      }
    },
  };
}
