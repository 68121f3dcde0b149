/**
 * Allocation of shared objects (UPC 1.3, 7.2.2): upc_global_alloc, upc_all_alloc, upc_alloc, upc_free, upc_all_free,
 * and UPC 1.1's upc_local_alloc.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { addressOf, offsetOf, partsOf } from '../memory/space.ts';

export function allocation(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime, THREADS } = environment;

  /** As shared [nbytes] char[nblocks * nbytes]: each thread allocates the maximum number of blocks per thread. */
  function spread(name: string, nblocks: number, nbytes: number): number {
    const bytes = Math.ceil((nblocks >>> 0) / THREADS) * (nbytes >>> 0);
    return bytes === 0 ? 0 : runtime.sharedHeap.allocateSymmetric(name, bytes);
  }

  function upc_global_alloc(nblocks: number, nbytes: number): number {
    runtime.second(0);
    return spread('upc_global_alloc', nblocks, nbytes);
  }

  /** Waits for all threads, unlike the standard requires: other compilers do, and programs rely on it. */
  function upc_all_alloc(nblocks: number, nbytes: number): number {
    const name = 'upc_all_alloc';
    runtime.barrier.beginCollective(name);
    const begin = () => spread(name, nblocks, nbytes);
    const address = runtime.collectives.takeTogether({ name, arguments: [nblocks | 0, nbytes | 0], begin });
    runtime.second(0);
    return address === 0 ? 0 : addressOf(environment, 0, offsetOf(environment, address));
  }

  function upc_alloc(nbytes: number): number {
    runtime.second(0);
    return nbytes === 0 ? 0 : runtime.sharedHeap.allocateLocal('upc_alloc', nbytes >>> 0);
  }

  function upc_local_alloc(nblocks: number, nbytes: number): number {
    const bytes = (nblocks >>> 0) * (nbytes >>> 0);
    runtime.second(0);
    return bytes === 0 ? 0 : runtime.sharedHeap.allocateLocal('upc_local_alloc', bytes);
  }

  function upc_free(address: number, _phase: number): void {
    if (address !== 0) runtime.sharedHeap.free('upc_free', address);
  }

  /** Freed when all threads have called, without a barrier. */
  function upc_all_free(address: number, _phase: number): void {
    const name = 'upc_all_free';
    runtime.barrier.beginCollective(name);
    const finish = () => upc_free(address, 0);
    runtime.collectives.take({ name, arguments: partsOf(environment, address), begin: () => 0, finish });
  }

  return { upc_global_alloc, upc_all_alloc, upc_alloc, upc_local_alloc, upc_free, upc_all_free };
}
