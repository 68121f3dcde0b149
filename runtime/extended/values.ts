/**
 * Shared accesses of single values: between registers and memory of any thread (GASNet's put_val, get_val).
 *
 * Takes rank and offset. One idea: a value of another thread goes through scratch bytes in the thread's own memory, so
 * an access is a plain one of a place that `Reaching` gives: the value's own where the rank's memory is loaded and stored, else the
 * scratch bytes, filled before a read and sent off behind a write. Each type has functions of its own, which V8
 * specializes and inlines. A strict access is ordered after all earlier accesses of this thread and before all later ones.
 */

import { type Environment, IMPLICIT } from '../abi.ts';
import { COMPLETE, type RemoteMemory } from '../conduits/conduit.ts';
import type { Job } from '../core/job.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import { SCRATCH } from '../memory/control.ts';
import type { BulkOperations } from '../memory/copy.ts';
import type { Instructions } from '../memory/instructions.ts';
import { joined } from '../memory/joined.ts';
import { addressOf, isNear, type Space } from '../memory/space.ts';
import type { Movement } from './movement.ts';
import { UnderWay } from './underway.ts';
import type { ValueSlots } from './valueslots.ts';

type Types = 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64';
type Get = `${'get' | 'getStrict' | 'endGet'}${Types}`;
type Put = `${'put' | 'putStrict' | 'startPut'}${Types}`;
type Strict = `${'load' | 'store'}${Types}`;
/** Functions that emitted code calls for shared accesses (abi.ts). */
export type Values = Pick<Environment, Get | Put | Strict | 'startGet' | 'endPuts' | 'transfer' | 'fence'>;

/** Addresses in this memory at which accesses are made, and what is done around them. */
interface Reaching extends Pick<Environment, 'startGet' | 'endPuts' | 'transfer' | 'fence'> {
  /** Of a value to be read. */
  fetched(rank: number, offset: number, size: number): number;
  fetchedStrictly(rank: number, offset: number, size: number): number;
  /** Of the value of a get that was begun. */
  arrived(handle: number): number;
  /** For a value to be written, which is then sent. */
  place(rank: number, offset: number): number;
  placeStrictly(rank: number, offset: number): number;
  send(rank: number, offset: number, size: number): void;
  begin(rank: number, offset: number, size: number): void;
  sendStrictly(rank: number, offset: number, size: number): void;
}

/** For memory accessible by load and store: a get completes at once, and its handle is the value's address. */
export function directValues(space: Space, bulk: BulkOperations, wasm: Instructions): Values {
  return values(space, wasm, reachingAll(space, bulk, wasm));
}

/** The same where messages come over a network: a thread that spins on a strict load must also poll, for the thread it waits for. */
export function mappedValues(job: Job, bulk: BulkOperations, wasm: Instructions): Values {
  const { space } = job;
  const fetchedStrictly = (rank: number, offset: number) => {
    job.glance();
    return addressOf(space, rank, offset);
  };
  return values(space, wasm, { ...reachingAll(space, bulk, wasm), fetchedStrictly });
}

function reachingAll(space: Space, bulk: BulkOperations, wasm: Instructions): Reaching {
  const at = (rank: number, offset: number) => addressOf(space, rank, offset);
  const nothing = () => {};
  return {
    fence: wasm.fence,
    startGet: at,
    endPuts: nothing,
    transfer: (toRank, to, fromRank, from, size) => bulk.copy(at(toRank, to), at(fromRank, from), size),
    fetched: at,
    fetchedStrictly: at,
    arrived: (handle) => handle,
    place: at,
    placeStrictly: at,
    send: nothing,
    begin: nothing,
    sendStrictly: nothing,
  };
}

/** For networks: `memory` accesses the memory of threads that are not near; `ends` waits for this thread's puts. */
export function remoteValues(
  job: Job,
  memory: RemoteMemory,
  movement: Movement,
  slots: ValueSlots,
  wasm: Instructions,
  ends: Pick<Reaching, 'endPuts' | 'fence'>,
): Values {
  return values(job.space, wasm, reachingOthers(job, memory, movement, slots, wasm, ends));
}

function reachingOthers(
  job: Job,
  memory: RemoteMemory,
  movement: Movement,
  slots: ValueSlots,
  wasm: Instructions,
  { endPuts, fence }: Pick<Reaching, 'endPuts' | 'fence'>,
): Reaching {
  const { space } = job;
  const scratch = (space.BASE + SCRATCH) | 0;
  const underWay = new UnderWay(space);
  const at = (rank: number, offset: number) => addressOf(space, rank, offset);

  function waitFor(of: { test(handle: number): boolean | undefined }, handle: number): void {
    job.block(FOR_TRANSFER, () => of.test(handle) === true);
  }

  return {
    fence,
    endPuts,
    /** The handle is the address of the value. */
    startGet(rank, offset, size) {
      if (isNear(space, rank)) return at(rank, offset);
      const slot = slots.take();
      slots.setHandle(slot, memory.getNb(slot, rank, offset, size));
      return slot;
    },
    transfer(toRank, to, fromRank, from, size) {
      if (size !== 0) movement.move(at(toRank, to), at(fromRank, from), size >>> 0);
    },
    fetched(rank, offset, size) {
      if (isNear(space, rank)) return at(rank, offset);
      memory.get(scratch, rank, offset, size);
      return scratch;
    },
    /** All puts come before it; a thread that spins on a strict load must also poll, for the thread it waits for. */
    fetchedStrictly(rank, offset, size) {
      if (isNear(space, rank)) {
        endPuts();
        job.glance();
        return at(rank, offset);
      }
      fence();
      memory.get(scratch, rank, offset, size);
      return scratch; // read atomically: a fence
    },
    arrived(handle) {
      if (slots.has(handle)) {
        const operation = slots.handleOf(handle);
        if (operation !== COMPLETE && !memory.test(operation)) waitFor(memory, operation);
        slots.give(handle);
      }
      return handle;
    },
    place: (rank, offset) => (isNear(space, rank) ? at(rank, offset) : scratch),
    placeStrictly(rank, offset) {
      endPuts();
      return isNear(space, rank) ? at(rank, offset) : scratch;
    },
    send(rank, offset, size) {
      if (!isNear(space, rank)) memory.put(rank, offset, scratch, size);
    },
    begin(rank, offset, size) {
      if (isNear(space, rank)) return;
      memory.putNbi(rank, offset, scratch, size);
      underWay.began(IMPLICIT.puts);
    },
    /** What was written before it, atomically, is in the scratch bytes. */
    sendStrictly(rank, offset, size) {
      if (isNear(space, rank)) return;
      memory.put(rank, offset, scratch, size);
      wasm.fence();
    },
  };
}

function values(space: Space, wasm: Instructions, reaching: Reaching): Values {
  const { fence, startGet, endPuts, transfer } = reaching;
  return joined(
    'values',
    ...[() => wasm, () => ({ fence, startGet, endPuts, transfer }), () => gets(space, reaching)],
    ...[() => strictAccesses(wasm, reaching), () => puts(space, reaching), () => startedPuts(space, reaching)],
  ) as Values;
}

function gets(
  { I8, U8, I16, U16, I32, I64, F32, F64 }: Space,
  { fetched, arrived }: Reaching,
): Pick<Values, `${'get' | 'endGet'}${Types}`> {
  return {
    getI8: (rank, offset) => I8[fetched(rank, offset, 1) >>> 0]!,
    getU8: (rank, offset) => U8[fetched(rank, offset, 1) >>> 0]!,
    getI16: (rank, offset) => I16[fetched(rank, offset, 2) >>> 1]!,
    getU16: (rank, offset) => U16[fetched(rank, offset, 2) >>> 1]!,
    getI32: (rank, offset) => I32[fetched(rank, offset, 4) >>> 2]!,
    getI64: (rank, offset) => I64[fetched(rank, offset, 8) >>> 3]!,
    getF32: (rank, offset) => F32[fetched(rank, offset, 4) >>> 2]!,
    getF64: (rank, offset) => F64[fetched(rank, offset, 8) >>> 3]!,
    endGetI8: (handle) => I8[arrived(handle) >>> 0]!,
    endGetU8: (handle) => U8[arrived(handle) >>> 0]!,
    endGetI16: (handle) => I16[arrived(handle) >>> 1]!,
    endGetU16: (handle) => U16[arrived(handle) >>> 1]!,
    endGetI32: (handle) => I32[arrived(handle) >>> 2]!,
    endGetI64: (handle) => I64[arrived(handle) >>> 3]!,
    endGetF32: (handle) => F32[arrived(handle) >>> 2]!,
    endGetF64: (handle) => F64[arrived(handle) >>> 3]!,
  };
}

function puts({ I8, U8, I16, U16, I32, I64, F32, F64 }: Space, { place, send }: Reaching): Pick<Values, `put${Types}`> {
  return {
    putI8: (rank, offset, value) => {
      I8[place(rank, offset) >>> 0] = value;
      send(rank, offset, 1);
    },
    putU8: (rank, offset, value) => {
      U8[place(rank, offset) >>> 0] = value;
      send(rank, offset, 1);
    },
    putI16: (rank, offset, value) => {
      I16[place(rank, offset) >>> 1] = value;
      send(rank, offset, 2);
    },
    putU16: (rank, offset, value) => {
      U16[place(rank, offset) >>> 1] = value;
      send(rank, offset, 2);
    },
    putI32: (rank, offset, value) => {
      I32[place(rank, offset) >>> 2] = value;
      send(rank, offset, 4);
    },
    putI64: (rank, offset, value) => {
      I64[place(rank, offset) >>> 3] = value;
      send(rank, offset, 8);
    },
    putF32: (rank, offset, value) => {
      F32[place(rank, offset) >>> 2] = value;
      send(rank, offset, 4);
    },
    putF64: (rank, offset, value) => {
      F64[place(rank, offset) >>> 3] = value;
      send(rank, offset, 8);
    },
  };
}

function startedPuts(
  { I8, U8, I16, U16, I32, I64, F32, F64 }: Space,
  { place, begin }: Reaching,
): Pick<Values, `startPut${Types}`> {
  return {
    startPutI8: (rank, offset, value) => {
      I8[place(rank, offset) >>> 0] = value;
      begin(rank, offset, 1);
    },
    startPutU8: (rank, offset, value) => {
      U8[place(rank, offset) >>> 0] = value;
      begin(rank, offset, 1);
    },
    startPutI16: (rank, offset, value) => {
      I16[place(rank, offset) >>> 1] = value;
      begin(rank, offset, 2);
    },
    startPutU16: (rank, offset, value) => {
      U16[place(rank, offset) >>> 1] = value;
      begin(rank, offset, 2);
    },
    startPutI32: (rank, offset, value) => {
      I32[place(rank, offset) >>> 2] = value;
      begin(rank, offset, 4);
    },
    startPutI64: (rank, offset, value) => {
      I64[place(rank, offset) >>> 3] = value;
      begin(rank, offset, 8);
    },
    startPutF32: (rank, offset, value) => {
      F32[place(rank, offset) >>> 2] = value;
      begin(rank, offset, 4);
    },
    startPutF64: (rank, offset, value) => {
      F64[place(rank, offset) >>> 3] = value;
      begin(rank, offset, 8);
    },
  };
}

type StrictValues = Pick<Values, `${'getStrict' | 'putStrict'}${Types}`>;

/** Each is an instruction, which orders what stands around it. */
function strictAccesses(wasm: Instructions, reaching: Reaching): StrictValues {
  const sizes = { I8: 1, U8: 1, I16: 2, U16: 2, I32: 4, I64: 8, F32: 4, F64: 8 } as const;
  const { fetchedStrictly, placeStrictly, sendStrictly } = reaching;
  const made: Record<string, unknown> = {};
  for (const [type, size] of Object.entries(sizes) as [Types, number][]) {
    const load = wasm[`load${type}`];
    const store = wasm[`store${type}`] as (address: number, value: unknown) => void;
    made[`getStrict${type}`] = (rank: number, offset: number) => load(fetchedStrictly(rank, offset, size));
    made[`putStrict${type}`] = (rank: number, offset: number, value: unknown) => {
      store(placeStrictly(rank, offset), value);
      sendStrictly(rank, offset, size);
    };
  }
  return made as unknown as StrictValues;
}
