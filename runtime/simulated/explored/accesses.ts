/**
 * Accesses of a program to single values of shared memory, where its schedule is explored.
 *
 * Takes: the environment of a rank. Gives: the functions that emitted code calls for accesses, instead of that environment's. One idea: a strict access, and without --reorder any,
 * stops the rank, and is then done by the network; with it, a relaxed one begins, and takes effect when it is chosen (underway.ts).
 */
import type { Environment, NativeFunction } from '../../abi.ts';
import type { Coroutine } from '../coroutines.ts';
import { scheduler } from '../scheduler.ts';
import { exploring } from './exploring.ts';
import { NOTHING, reads, writes } from './footprint.ts';
import type { Operation } from './operation.ts';
import { doing } from './told.ts';
import type { Access } from './underway.ts';

type Functions = Record<string, NativeFunction>;

/** Types of values, as functions are named by them. */
const TYPES = {
  I8: { size: 1, View: Int8Array },
  U8: { size: 1, View: Uint8Array },
  I16: { size: 2, View: Int16Array },
  U16: { size: 2, View: Uint16Array },
  I32: { size: 4, View: Int32Array },
  I64: { size: 8, View: BigInt64Array },
  F32: { size: 4, View: Float32Array },
  F64: { size: 8, View: Float64Array },
} as const;
type Type = keyof typeof TYPES;
const NAMES = Object.keys(TYPES) as Type[];
/** By size: a type that has any bits. */
const BITS = { 1: 'U8', 2: 'U16', 4: 'I32', 8: 'I64' } as const;
/** Bytes that take effect together. */
const WHOLE = 4;

type Value = number | bigint;

const toBytes = (type: Type, value: Value): Uint8Array =>
  new Uint8Array(TYPES[type].View.of(value as never).buffer as ArrayBuffer);
const fromBytes = (type: Type, bytes: Uint8Array): Value => new TYPES[type].View(bytes.slice().buffer)[0] as Value;

/** A get that was begun: its bytes, or where they will come. */
interface Begun {
  bytes: Uint8Array | undefined;
  access: Access | undefined;
}

export function toldAccesses(environment: Environment): Functions {
  const network = environment as unknown as Functions;
  const { MYTHREAD, SHIFT, ORIGIN } = environment;
  const begun = new Map<number, Begun>();
  let handles = 0;

  const at = (rank: number, offset: number) => (rank - ORIGIN) * 2 ** SHIFT + (offset >>> 0);
  const naming = (does: string, size: number, rank: number, offset: number) =>
    `${does} ${size} ${size === 1 ? 'byte' : 'bytes'} of thread ${rank} at offset 0x${offset.toString(16)}`;
  const touching = (does: string, footprint: typeof reads, size: number, rank: number, offset: number): Operation => ({
    name: naming(does, size, rank, offset),
    footprint: footprint(at(rank, offset), size),
    synchronizes: false,
  });
  const reading = (size: number, rank: number, offset: number): Operation => ({
    ...touching('reads', reads, size, rank, offset),
    ...{ isViewed: true, isLook: true },
  });
  const writing = (size: number, rank: number, offset: number) => touching('writes', writes, size, rank, offset);
  const here = () => exploring.placeOf(MYTHREAD);
  const underway = () => exploring.run.underway;

  /** By the network, which refuses what is no place of an object; then, with --reorder, as the rank sees it. */
  function* read(how: 'get' | 'getStrict', type: Type, rank: number, offset: number): Coroutine {
    const value = yield* finished(network[how + type]!(rank, offset));
    const { size } = TYPES[type];
    return underway().reorders ? fromBytes(type, underway().bytesFor(MYTHREAD, at(rank, offset), size)) : value;
  }

  const delays = () => underway().reorders && scheduler.direct === 0;

  function* startGet(rank: number, offset: number, size: 1 | 2 | 4 | 8): Coroutine {
    const handle = ++handles;
    const type = BITS[size];
    if (delays()) {
      yield* finished(network[`get${type}`]!(rank, offset));
      const of: Begun = { bytes: undefined, access: undefined };
      const give = (bytes: Uint8Array) => {
        of.bytes = bytes;
      };
      of.access = underway().read(MYTHREAD, here(), at(rank, offset), size, give);
      begun.set(handle, of);
    } else {
      const value = yield* whenChosen(reading(size, rank, offset), () => read('get', type, rank, offset));
      begun.set(handle, { bytes: toBytes(type, value as Value), access: undefined });
    }
    return handle;
  }

  /** A rank that wants the value waits for it. */
  function* endGet(type: Type, handle: number): Coroutine {
    const of = begun.get(handle)!;
    begun.delete(handle);
    if (of.access !== undefined) yield* doing(wanting(of.access), () => 0);
    return fromBytes(type, of.bytes!);
  }

  function* put(type: Type, rank: number, offset: number, value: Value): Coroutine {
    const operation = writing(TYPES[type].size, rank, offset);
    if (!delays()) return yield* whenChosen(operation, () => network[`put${type}`]!(rank, offset, value));
    yield* finished(network[`get${type}`]!(rank, offset)); // whether it is a place
    const [bytes, from] = [toBytes(type, value), at(rank, offset)];
    if (!underway().isOwn(MYTHREAD, from)) eachPart(bytes, from, begin);
    else yield* doing({ ...operation, isViewed: true }, () => eachPart(bytes, from, takeEffect));
    return undefined;
  }

  const takeEffect = (from: number, part: Uint8Array) => underway().takeEffect(MYTHREAD, here(), from, part);
  const begin = (from: number, part: Uint8Array) => underway().write(MYTHREAD, here(), from, part);

  const ofType = (type: Type): Functions => {
    const { size } = TYPES[type];
    return {
      [`get${type}`]: (rank, offset) => whenChosen(reading(size, rank, offset), () => read('get', type, rank, offset)),
      [`getStrict${type}`]: (rank, offset) =>
        whenChosen({ ...reading(size, rank, offset), synchronizes: true }, () => read('getStrict', type, rank, offset)),
      [`put${type}`]: (rank, offset, value) => put(type, rank, offset, value),
      [`startPut${type}`]: (rank, offset, value) => put(type, rank, offset, value),
      [`putStrict${type}`]: (rank, offset, value) =>
        whenChosen({ ...writing(size, rank, offset), synchronizes: true }, () =>
          network[`putStrict${type}`]!(rank, offset, value),
        ),
      [`endGet${type}`]: (handle) => endGet(type, handle),
    };
  };
  const bits = (['U8', 'U16', 'I32', 'I64'] as const).map((type) => {
    const name = `putBits${type}`;
    const f: NativeFunction = (rank, offset, mask, value) =>
      whenChosen(writing(TYPES[type].size, rank, offset), () => network[name]!(rank, offset, mask, value));
    return [name, f] as const;
  });

  return Object.assign({}, ...NAMES.map(ofType), Object.fromEntries(bits), {
    startGet,
    endPuts: () => {},
    fence: () => (underway().reorders ? whenChosen(FENCE, () => network.fence!()) : network.fence!()),
    transfer: (toRank: number, to: number, fromRank: number, from: number, size: number) =>
      whenChosen(
        {
          name: `copies ${size >>> 0} bytes of thread ${fromRank} to thread ${toRank}`,
          footprint: [...reads(at(fromRank, from), size >>> 0), ...writes(at(toRank, to), size >>> 0)],
          synchronizes: false,
        },
        () => network.transfer!(toRank, to, fromRank, from, size),
      ),
  });
}

const FENCE: Operation = { name: 'upc_fence', footprint: NOTHING, synchronizes: true };

const wanting = ({ process }: Access): Operation => ({
  ...{ name: 'wants what it has read', footprint: NOTHING, synchronizes: false },
  wants: process,
});

/** What the runtime calls of the program runs through at once. */
const whenChosen = (operation: Operation, act: () => unknown): Coroutine =>
  (scheduler.direct > 0 ? finished(act()) : doing(operation, act)) as Coroutine;

function* finished(given: unknown): Coroutine {
  return (given as { readonly $waits?: true } | undefined)?.$waits ? yield* given as Coroutine : given;
}

/** A value of 8 bytes may be seen in halves (UPC says nothing of relaxed ones). */
function eachPart(bytes: Uint8Array, from: number, act: (from: number, part: Uint8Array) => void): void {
  for (let i = 0; i < bytes.length; i += WHOLE) act(from + i, bytes.subarray(i, Math.min(i + WHOLE, bytes.length)));
}
