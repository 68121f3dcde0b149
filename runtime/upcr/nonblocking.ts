/**
 * Non-blocking transfers (UPC 1.3 optional library upc_nb.h). They complete at upc_sync or upc_synci, not at a fence or barrier.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export function nonblocking({ runtime }: RuntimeEnvironment): Record<string, NativeFunction> {
  function upc_memcpy_nb(to: number, _phase: number, from: number, _phase2: number, size: number): number {
    return runtime.transfers.copy('upc_memcpy_nb', to, from, size);
  }
  function upc_memget_nb(to: number, from: number, _phase: number, size: number): number {
    return runtime.transfers.copy('upc_memget_nb', to, from, size);
  }
  function upc_memput_nb(to: number, _phase: number, from: number, size: number): number {
    return runtime.transfers.copy('upc_memput_nb', to, from, size);
  }
  function upc_memset_nb(to: number, _phase: number, byte: number, size: number): number {
    return runtime.transfers.fill('upc_memset_nb', to, byte, size);
  }
  function upc_memcpy_nbi(to: number, _phase: number, from: number, _phase2: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.copy('upc_memcpy_nbi', to, from, size));
  }
  function upc_memget_nbi(to: number, from: number, _phase: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.copy('upc_memget_nbi', to, from, size));
  }
  function upc_memput_nbi(to: number, _phase: number, from: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.copy('upc_memput_nbi', to, from, size));
  }
  function upc_memset_nbi(to: number, _phase: number, byte: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.fill('upc_memset_nbi', to, byte, size));
  }

  return {
    upc_memcpy_nb,
    upc_memget_nb,
    upc_memput_nb,
    upc_memset_nb,
    upc_memcpy_nbi,
    upc_memget_nbi,
    upc_memput_nbi,
    upc_memset_nbi,
    upc_sync: (handle: number) => runtime.transfers.wait('upc_sync', handle),
    upc_sync_attempt: (handle: number) => Number(runtime.transfers.test('upc_sync_attempt', handle)),
    upc_synci: () => runtime.transfers.waitImplicit('upc_synci'),
    upc_synci_attempt: () => Number(runtime.transfers.testImplicit('upc_synci_attempt')),
  };
}
