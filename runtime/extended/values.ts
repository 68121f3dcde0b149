/**
 * Shared accesses of single values: between registers and memory of any thread (GASNet's put_val, get_val).
 *
 * Data with affinity to the thread are loaded and stored; others go through one-sided access, by way of scratch bytes
 * in the thread's own memory. `remoteValues` is for networks, `directValues` for memory accessible by load and store.
 * Each type has functions of its own, which V8 specializes and inlines. A strict access is ordered after all earlier
 * accesses of this thread and before all later ones.
 */

import type { Environment } from '../abi.ts';
import { COMPLETE, type RemoteMemory } from '../conduits/conduit.ts';
import type { Job } from '../core/job.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import { SCRATCH } from '../memory/control.ts';
import type { BulkOperations } from '../memory/copy.ts';
import type { Instructions } from '../memory/instructions.ts';
import { offsetOf, rankOf, type Space } from '../memory/space.ts';
import type { Movement } from './movement.ts';
import type { ValueSlots } from './valueslots.ts';

type Types = 'I8' | 'U8' | 'I16' | 'U16' | 'I32' | 'I64' | 'F32' | 'F64';
type Get = `${'get' | 'endGet'}${Types}`;
type Put = `${'put' | 'startPut'}${Types}`;
type Strict = `${'load' | 'store'}${Types}`;
/** Functions that emitted code calls for shared accesses (abi.ts). */
export type Values = Pick<Environment, Get | Put | Strict | 'startGet' | 'endPuts' | 'transfer' | 'fence'>;

/** For memory accessible by load and store: a get completes at once, and its handle is the value's address. */
export function directValues(space: Space, bulk: BulkOperations, wasm: Instructions): Values {
  const { I8, U8, I16, U16, I32, I64, F32, F64 } = space;
  return {
    ...wasm,
    getI8: (address) => I8[address >>> 0]!,
    getU8: (address) => U8[address >>> 0]!,
    getI16: (address) => I16[address >>> 1]!,
    getU16: (address) => U16[address >>> 1]!,
    getI32: (address) => I32[address >>> 2]!,
    getI64: (address) => I64[address >>> 3]!,
    getF32: (address) => F32[address >>> 2]!,
    getF64: (address) => F64[address >>> 3]!,
    endGetI8: (address) => I8[address >>> 0]!,
    endGetU8: (address) => U8[address >>> 0]!,
    endGetI16: (address) => I16[address >>> 1]!,
    endGetU16: (address) => U16[address >>> 1]!,
    endGetI32: (address) => I32[address >>> 2]!,
    endGetI64: (address) => I64[address >>> 3]!,
    endGetF32: (address) => F32[address >>> 2]!,
    endGetF64: (address) => F64[address >>> 3]!,
    putI8: (address, value) => {
      I8[address >>> 0] = value;
    },
    putU8: (address, value) => {
      U8[address >>> 0] = value;
    },
    putI16: (address, value) => {
      I16[address >>> 1] = value;
    },
    putU16: (address, value) => {
      U16[address >>> 1] = value;
    },
    putI32: (address, value) => {
      I32[address >>> 2] = value;
    },
    putI64: (address, value) => {
      I64[address >>> 3] = value;
    },
    putF32: (address, value) => {
      F32[address >>> 2] = value;
    },
    putF64: (address, value) => {
      F64[address >>> 3] = value;
    },
    startPutI8: (address, value) => {
      I8[address >>> 0] = value;
    },
    startPutU8: (address, value) => {
      U8[address >>> 0] = value;
    },
    startPutI16: (address, value) => {
      I16[address >>> 1] = value;
    },
    startPutU16: (address, value) => {
      U16[address >>> 1] = value;
    },
    startPutI32: (address, value) => {
      I32[address >>> 2] = value;
    },
    startPutI64: (address, value) => {
      I64[address >>> 3] = value;
    },
    startPutF32: (address, value) => {
      F32[address >>> 2] = value;
    },
    startPutF64: (address, value) => {
      F64[address >>> 3] = value;
    },
    startGet: (address) => address,
    endPuts: () => {},
    transfer: bulk.copy,
  };
}

/** For networks: `memory` accesses the memory of other threads. */
export function remoteValues(
  job: Job,
  memory: RemoteMemory,
  movement: Movement,
  slots: ValueSlots,
  wasm: Instructions,
): Values {
  const { space } = job;
  const { I8, U8, I16, U16, I32, I64, F32, F64, SHIFT, MYTHREAD, BASE } = space;
  const scratch = (BASE + SCRATCH) | 0;
  const at = { byte: scratch >>> 0, half: scratch >>> 1, word: scratch >>> 2, double: scratch >>> 3 };
  const isMine = (address: number) => address >>> SHIFT === MYTHREAD;

  /** Waits for the puts started here. */
  function endPuts(): void {
    if (!memory.putsDone()) job.block(FOR_TRANSFER, () => memory.putsDone());
  }

  function waitFor(of: { test(handle: number): boolean | undefined }, handle: number): void {
    job.block(FOR_TRANSFER, () => of.test(handle) === true);
  }

  function fence(): void {
    endPuts();
    wasm.fence();
  }

  /** Starts a get; the handle is the address of the value. */
  function startGet(address: number, size: number): number {
    if (isMine(address)) return address;
    const slot = slots.take();
    slots.setHandle(slot, memory.getNb(slot, rankOf(space, address), offsetOf(space, address), size));
    return slot;
  }

  function arrived(handle: number): number {
    if (slots.has(handle)) {
      const operation = slots.handleOf(handle);
      if (operation !== COMPLETE && !memory.test(operation)) waitFor(memory, operation);
      slots.give(handle);
    }
    return handle;
  }

  /** All puts come before it; a thread that spins on a strict load must also poll, for the thread it waits for. */
  function beforeStrictLoad(): void {
    endPuts();
    job.glance();
  }

  /** Fetches a value into the scratch bytes, in the order of strict accesses. */
  function fetchStrictly(address: number, size: number): void {
    fence();
    memory.get(scratch, rankOf(space, address), offsetOf(space, address), size);
    wasm.fence();
  }

  /** Puts the value in the scratch bytes, in the order of strict accesses. */
  function putStrictly(address: number, size: number): void {
    fence();
    memory.put(rankOf(space, address), offsetOf(space, address), scratch, size);
    wasm.fence();
  }

  function transfer(destination: number, source: number, size: number): void {
    if (size !== 0) movement.move(destination, source, size >>> 0);
  }

  return {
    fence,
    startGet,
    endPuts,
    transfer,
    getI8: (address) => {
      if (isMine(address)) return I8[address >>> 0]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 1);
      return I8[at.byte]!;
    },
    getU8: (address) => {
      if (isMine(address)) return U8[address >>> 0]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 1);
      return U8[at.byte]!;
    },
    getI16: (address) => {
      if (isMine(address)) return I16[address >>> 1]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 2);
      return I16[at.half]!;
    },
    getU16: (address) => {
      if (isMine(address)) return U16[address >>> 1]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 2);
      return U16[at.half]!;
    },
    getI32: (address) => {
      if (isMine(address)) return I32[address >>> 2]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 4);
      return I32[at.word]!;
    },
    getI64: (address) => {
      if (isMine(address)) return I64[address >>> 3]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 8);
      return I64[at.double]!;
    },
    getF32: (address) => {
      if (isMine(address)) return F32[address >>> 2]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 4);
      return F32[at.word]!;
    },
    getF64: (address) => {
      if (isMine(address)) return F64[address >>> 3]!;
      memory.get(scratch, rankOf(space, address), offsetOf(space, address), 8);
      return F64[at.double]!;
    },
    endGetI8: (handle) => I8[arrived(handle) >>> 0]!,
    endGetU8: (handle) => U8[arrived(handle) >>> 0]!,
    endGetI16: (handle) => I16[arrived(handle) >>> 1]!,
    endGetU16: (handle) => U16[arrived(handle) >>> 1]!,
    endGetI32: (handle) => I32[arrived(handle) >>> 2]!,
    endGetI64: (handle) => I64[arrived(handle) >>> 3]!,
    endGetF32: (handle) => F32[arrived(handle) >>> 2]!,
    endGetF64: (handle) => F64[arrived(handle) >>> 3]!,
    putI8: (address, value) => {
      if (isMine(address)) I8[address >>> 0] = value;
      else {
        I8[at.byte] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 1);
      }
    },
    putU8: (address, value) => {
      if (isMine(address)) U8[address >>> 0] = value;
      else {
        U8[at.byte] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 1);
      }
    },
    putI16: (address, value) => {
      if (isMine(address)) I16[address >>> 1] = value;
      else {
        I16[at.half] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 2);
      }
    },
    putU16: (address, value) => {
      if (isMine(address)) U16[address >>> 1] = value;
      else {
        U16[at.half] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 2);
      }
    },
    putI32: (address, value) => {
      if (isMine(address)) I32[address >>> 2] = value;
      else {
        I32[at.word] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 4);
      }
    },
    putI64: (address, value) => {
      if (isMine(address)) I64[address >>> 3] = value;
      else {
        I64[at.double] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 8);
      }
    },
    putF32: (address, value) => {
      if (isMine(address)) F32[address >>> 2] = value;
      else {
        F32[at.word] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 4);
      }
    },
    putF64: (address, value) => {
      if (isMine(address)) F64[address >>> 3] = value;
      else {
        F64[at.double] = value;
        memory.put(rankOf(space, address), offsetOf(space, address), scratch, 8);
      }
    },
    startPutI8: (address, value) => {
      if (isMine(address)) I8[address >>> 0] = value;
      else {
        I8[at.byte] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 1);
      }
    },
    startPutU8: (address, value) => {
      if (isMine(address)) U8[address >>> 0] = value;
      else {
        U8[at.byte] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 1);
      }
    },
    startPutI16: (address, value) => {
      if (isMine(address)) I16[address >>> 1] = value;
      else {
        I16[at.half] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 2);
      }
    },
    startPutU16: (address, value) => {
      if (isMine(address)) U16[address >>> 1] = value;
      else {
        U16[at.half] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 2);
      }
    },
    startPutI32: (address, value) => {
      if (isMine(address)) I32[address >>> 2] = value;
      else {
        I32[at.word] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 4);
      }
    },
    startPutI64: (address, value) => {
      if (isMine(address)) I64[address >>> 3] = value;
      else {
        I64[at.double] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 8);
      }
    },
    startPutF32: (address, value) => {
      if (isMine(address)) F32[address >>> 2] = value;
      else {
        F32[at.word] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 4);
      }
    },
    startPutF64: (address, value) => {
      if (isMine(address)) F64[address >>> 3] = value;
      else {
        F64[at.double] = value;
        memory.putNbi(rankOf(space, address), offsetOf(space, address), scratch, 8);
      }
    },
    loadI8: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadI8(address);
      }
      fetchStrictly(address, 1);
      return I8[at.byte]!;
    },
    loadU8: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadU8(address);
      }
      fetchStrictly(address, 1);
      return U8[at.byte]!;
    },
    loadI16: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadI16(address);
      }
      fetchStrictly(address, 2);
      return I16[at.half]!;
    },
    loadU16: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadU16(address);
      }
      fetchStrictly(address, 2);
      return U16[at.half]!;
    },
    loadI32: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadI32(address);
      }
      fetchStrictly(address, 4);
      return I32[at.word]!;
    },
    loadI64: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadI64(address);
      }
      fetchStrictly(address, 8);
      return I64[at.double]!;
    },
    loadF32: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadF32(address);
      }
      fetchStrictly(address, 4);
      return F32[at.word]!;
    },
    loadF64: (address) => {
      if (isMine(address)) {
        beforeStrictLoad();
        return wasm.loadF64(address);
      }
      fetchStrictly(address, 8);
      return F64[at.double]!;
    },
    storeI8: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeI8(address, value);
      } else {
        I8[at.byte] = value;
        putStrictly(address, 1);
      }
    },
    storeU8: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeU8(address, value);
      } else {
        U8[at.byte] = value;
        putStrictly(address, 1);
      }
    },
    storeI16: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeI16(address, value);
      } else {
        I16[at.half] = value;
        putStrictly(address, 2);
      }
    },
    storeU16: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeU16(address, value);
      } else {
        U16[at.half] = value;
        putStrictly(address, 2);
      }
    },
    storeI32: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeI32(address, value);
      } else {
        I32[at.word] = value;
        putStrictly(address, 4);
      }
    },
    storeI64: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeI64(address, value);
      } else {
        I64[at.double] = value;
        putStrictly(address, 8);
      }
    },
    storeF32: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeF32(address, value);
      } else {
        F32[at.word] = value;
        putStrictly(address, 4);
      }
    },
    storeF64: (address, value) => {
      if (isMine(address)) {
        endPuts();
        wasm.storeF64(address, value);
      } else {
        F64[at.double] = value;
        putStrictly(address, 8);
      }
    },
  };
}
