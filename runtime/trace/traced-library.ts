/**
 * The library's functions that communicate, each recorded under its C name.
 *
 * A function of the program that it calls, as reductions do, changes the place, which is restored. The bytes that
 * a call moves are computed from its arguments (operations.ts), else from the copies that the runtime makes in the call
 * (traced-movement.ts).
 */
import type { NativeFunction } from '../abi.ts';
import { UNPLACED } from './journal.ts';
import {
  type Group,
  type Interposed,
  interposedOf,
  type Measure,
  type Measured,
  operationNumber,
} from './operations.ts';
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
    const isMeasured =
      interposed.copy === undefined && interposed.address === undefined && interposed.thread === undefined;
    traced[name] = isMeasured
      ? measured(recorder, inner, operation, interposed)
      : described(recorder, inner, isPlaced(interposed), noteOf(recorder, interposed, operation, by, bytes, isPrivate));
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

/** Whether the arguments tell where the data are. */
const isPlaced = ({ address, copy }: Interposed): boolean =>
  copy === undefined ? address !== undefined : copy.scattered !== true;

/** A function whose arguments determine the bytes it moves. */
function described(recorder: Recorder, inner: NativeFunction, hasPlace: boolean, note: Note): NativeFunction {
  return (...values) => {
    const { place } = recorder;
    const start = recorder.now();
    recorder.opens(hasPlace);
    try {
      return inner(...values);
    } finally {
      recorder.closes(hasPlace);
      recorder.place = place;
      note(values, start);
    }
  };
}

type Value = (values: readonly number[]) => number;

function noteOf(
  recorder: Recorder,
  interposed: Interposed,
  operation: number,
  by: Measured,
  bytesOf: Bytes,
  isPrivate: (address: number) => boolean,
): Note {
  const { address, thread, copy, forms } = interposed;
  if (copy !== undefined)
    return (values, start) => {
      const [to, from] = [values[copy.to]!, values[copy.from]!];
      copied(recorder, operation + 1, operation, to, from, bytesOf(values), isPrivate, start, isPlaced(interposed));
    };
  const addressOf = address === undefined ? undefined : argumentOf(by, address);
  const peerOf =
    thread === undefined
      ? (values: readonly number[]) => recorder.threadOf(addressOf!(values))
      : argumentOf(by, thread);
  return (values, start) => {
    const number = operation + (forms?.which(by, values) ?? 0);
    const peer = peerOf(values);
    const bytes = bytesOf(values);
    recorder.transferred(peer, bytes, recorder.operations[number]!.group !== 'GET', start);
    recorder.done(
      number,
      peer,
      bytes,
      start,
      addressOf === undefined ? UNPLACED : recorder.offsetOf(addressOf(values)),
    );
  };
}

/** Of an argument, or of a function of all. */
const argumentOf = (by: Measured, what: number | Measure): Value =>
  typeof what === 'number' ? (values) => values[what]! : (values) => what(by, values);

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
