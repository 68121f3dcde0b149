/**
 * The library's functions that communicate, each recorded under its C name.
 *
 * A function of the program that it calls, as reductions do, changes the place, which is restored. The bytes that
 * a call moves are computed from its arguments (operations.ts), else from the copies that the runtime makes in the call
 * (traced-movement.ts).
 */
import type { NativeFunction } from '../abi.ts';
import { UNPLACED } from './journal.ts';
import { type Group, type Interposed, interposedOf, type Measured, operationNumber } from './operations.ts';
import { NOBODY, type Recorder } from './recorder.ts';
import { copied } from './traced-values.ts';

type Library = Readonly<Record<string, NativeFunction>>;

/** Records a call, after its return, with its arguments. */
type Note = (values: readonly number[], start: number) => void;

/** What is asked of the runtime. */
export interface Known extends Pick<Measured, 'domains'> {
  /** Whether no other thread can reach the address by a pointer-to-shared. */
  isPrivate(address: number): boolean;
}

export function tracedLibrary(library: Library, recorder: Recorder, { isPrivate, domains }: Known): Library {
  const traced: Record<string, NativeFunction> = { ...library };
  const by = { space: recorder.space, domains };
  for (const [name, inner] of Object.entries(library)) {
    const interposed = interposedOf(name);
    if (interposed === undefined) continue;
    const operation = operationNumber(recorder.operations, name, interposed);
    const bytes = measure(interposed, name, by);
    traced[name] =
      interposed.address === undefined && interposed.thread === undefined
        ? measured(recorder, inner, operation, interposed)
        : described(recorder, inner, noteOf(recorder, interposed, operation, by, bytes, isPrivate));
  }
  return traced;
}

type Bytes = (values: readonly number[]) => number;

function measure({ names, bytes, width }: Interposed, name: string, by: Measured): Bytes {
  if (typeof bytes === 'function') return (values) => bytes(by, values);
  if (bytes !== undefined) return (values) => values[bytes]! >>> 0;
  const known = width?.[names.exec(name)![1]!] ?? 0;
  return () => known;
}

/** A function whose arguments determine the bytes it moves. */
function described(recorder: Recorder, inner: NativeFunction, note: Note): NativeFunction {
  return (...values) => {
    const { place } = recorder;
    const start = recorder.now();
    recorder.accounted++;
    try {
      return inner(...values);
    } finally {
      recorder.accounted--;
      recorder.place = place;
      note(values, start);
    }
  };
}

function noteOf(
  recorder: Recorder,
  { address, thread, source, forms }: Interposed,
  operation: number,
  by: Measured,
  bytesOf: Bytes,
  isPrivate: (address: number) => boolean,
): Note {
  if (source !== undefined)
    return (values, start) => {
      const [to, from] = [values[address!]!, values[source]!];
      copied(recorder, operation + 1, operation, to, from, bytesOf(values), isPrivate, start);
    };
  const peerOf = threadIn(recorder, by, address, thread);
  const isPlaced = address !== undefined && thread === undefined;
  return (values, start) => {
    const number = operation + (forms?.which(by, values) ?? 0);
    const peer = peerOf(values);
    const bytes = bytesOf(values);
    recorder.transferred(peer, bytes, recorder.operations[number]!.group !== 'GET', start);
    recorder.done(number, peer, bytes, start, isPlaced ? recorder.offsetOf(values[address]!) : UNPLACED);
  };
}

/** The thread whose memory a call concerns. */
function threadIn(
  recorder: Recorder,
  by: Measured,
  address: Interposed['address'],
  thread: Interposed['thread'],
): (values: readonly number[]) => number {
  if (thread === undefined) return (values) => recorder.threadOf(values[address!]!);
  return typeof thread === 'number' ? (values) => values[thread]! : (values) => thread(by, values);
}

/** Groups of operations with one other thread. */
const WITH_PEER: ReadonlySet<Group> = new Set(['GET', 'PUT', 'MESSAGE']);

/** A function whose copies are counted during the call; collective ones have no peer. */
function measured(recorder: Recorder, inner: NativeFunction, operation: number, { group }: Interposed): NativeFunction {
  return (...values) => {
    const { place } = recorder;
    const start = recorder.now();
    const before = recorder.moved;
    recorder.lastPeer = NOBODY;
    try {
      return inner(...values);
    } finally {
      recorder.place = place;
      const bytes = recorder.moved - before;
      const other = recorder.lastPeer === NOBODY && bytes > 0 ? recorder.thread : recorder.lastPeer;
      recorder.done(operation, WITH_PEER.has(group) ? other : NOBODY, bytes, start);
    }
  };
}
