/**
 * Puts, gets and atomic operations that are no loads and stores of the program (shmem-elements.c and others decide that).
 *
 * One idea: a put is the network's implicit one, which the next fence or quiet completes; where accesses are recorded it is a
 * copy that is.
 */
import { IMPLICIT, type NativeFunction } from '../../runtime/abi.ts';
import { inHex } from '../../runtime/errors.ts';
import { operationOf, sizeOfAtomic, typeOf } from '../../runtime/extended/atomics/machine.ts';
import { UnderWay } from '../../runtime/extended/underway.ts';
import { isLoaded, offsetOf } from '../../runtime/memory/space.ts';
import type { State } from './state.ts';
import { checkStride, spanOf } from './strides.ts';

export function access(state: State): Record<string, NativeFunction> {
  return { ...blocks(state), ...strided(state), ...atomics(state) };
}

function blocks(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime, recorder } = environment;
  const underWay = new UnderWay(environment);

  /** Whether the network moves the bytes, without a handle. */
  const isImplicit = (address: number) =>
    recorder === undefined && !runtime.atomic.isDirect && !isLoaded(environment, address);

  function put(nameAt: number, dest: number, source: number, bytes: number, pe: number, isBulk: boolean): void {
    const name = state.nameAt(nameAt);
    const there = state.remote(name, 'dest', dest, bytes, pe);
    state.local(name, 'source', source, bytes, false);
    if (bytes === 0) return;
    if (!isImplicit(there)) runtime.transfers.move(name, there, source, bytes);
    else {
      if (isBulk) runtime.memory.putNbiBulk(pe, offsetOf(environment, dest), source, bytes);
      else runtime.memory.putNbi(pe, offsetOf(environment, dest), source, bytes);
      underWay.began(IMPLICIT.puts);
    }
    if (isBulk) state.buffers.begin(name, source, bytes, false);
  }

  function get(nameAt: number, dest: number, source: number, bytes: number, pe: number, waits: boolean): void {
    const name = state.nameAt(nameAt);
    const there = state.remote(name, 'source', source, bytes, pe);
    state.local(name, 'dest', dest, bytes, true);
    if (bytes === 0) return;
    if (waits || !isImplicit(there)) runtime.transfers.move(name, dest, there, bytes);
    else {
      runtime.memory.getNbi(dest, pe, offsetOf(environment, source), bytes);
      underWay.began(IMPLICIT.gets);
    }
    if (!waits) state.buffers.begin(name, dest, bytes, true);
  }

  return {
    __shmem_put: (name, dest, source, bytes, pe) => put(name, dest, source, bytes, pe, false),
    __shmem_put_nbi: (name, dest, source, bytes, pe) => put(name, dest, source, bytes, pe, true),
    __shmem_get: (name, dest, source, bytes, pe) => get(name, dest, source, bytes, pe, true),
    __shmem_get_nbi: (name, dest, source, bytes, pe) => get(name, dest, source, bytes, pe, false),
  };
}

/** Strides are in elements of `size` bytes. */
function strided(state: State): Record<string, NativeFunction> {
  const { runtime } = state.environment;

  function copy(name: string, to: number, dst: number, from: number, sst: number, nelems: number, size: number): void {
    if (nelems === 0) return;
    const [toStrides, fromStrides] = [Int32Array.of(dst * size), Int32Array.of(sst * size)];
    const counts = Uint32Array.of(size, nelems);
    runtime.transfers.wait(name, runtime.noncontiguous.strided(name, to, toStrides, from, fromStrides, counts));
  }

  function checkStrides(nameAt: number, dst: number, sst: number, pe: number): void {
    const name = state.nameAt(nameAt);
    state.pe(name, pe);
    checkStride(state, name, 'dst', dst);
    checkStride(state, name, 'sst', sst);
  }

  type Arguments = [number, number, number, number, number, number, number, number];

  function transfer(isPut: boolean, ...[nameAt, dest, source, dst, sst, nelems, size, pe]: Arguments): void {
    const name = state.nameAt(nameAt);
    checkStrides(nameAt, dst, sst, pe);
    const [destBytes, sourceBytes] = [spanOf(dst, nelems >>> 0, size), spanOf(sst, nelems >>> 0, size)];
    const remote = isPut
      ? state.remote(name, 'dest', dest, destBytes, pe)
      : state.remote(name, 'source', source, sourceBytes, pe);
    if (isPut) state.local(name, 'source', source, sourceBytes, false);
    else state.local(name, 'dest', dest, destBytes, true);
    copy(name, isPut ? remote : dest, dst, isPut ? source : remote, sst, nelems, size);
  }

  return {
    __shmem_check_strides: checkStrides,
    __shmem_iput: (...all: Arguments) => transfer(true, ...all),
    __shmem_iget: (...all: Arguments) => transfer(false, ...all),
  };
}

/** Operations and types by their numbers in messages (machine.ts); operands and the old value by address. */
function atomics(state: State): Record<string, NativeFunction> {
  const { runtime } = state.environment;
  type Arguments = [number, number, number, number, number, number, number, number];
  return {
    __shmem_atomic: (...[nameAt, operation, kind, dest, operand, compared, old, pe]: Arguments) => {
      const name = state.nameAt(nameAt);
      const type = typeOf(kind);
      const size = sizeOfAtomic(type);
      const there = state.remote(name, 'dest', dest, size, pe);
      if ((dest & (size - 1)) !== 0)
        state.refuse(name, 'dest', inHex(dest), `an object to be changed atomically is aligned to its ${size} bytes`);
      const code = operationOf(operation << 3);
      if (old === 0) runtime.atomic.begin(code, type, there, operand);
      else runtime.atomic.perform(code, type, there, operand, compared, old);
    },
  };
}
