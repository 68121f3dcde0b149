/**
 * Blocking bulk transfers (UPC 1.3, 7.2.5): each shared side lies within one thread.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export function bulk({ runtime }: RuntimeEnvironment): Record<string, NativeFunction> {
  function upc_memcpy(destination: number, _phase: number, source: number, _phase2: number, size: number): void {
    runtime.transfers.move('upc_memcpy', destination, source, size);
  }

  function upc_memget(destination: number, source: number, _phase: number, size: number): void {
    runtime.transfers.move('upc_memget', destination, source, size);
  }

  function upc_memput(destination: number, _phase: number, source: number, size: number): void {
    runtime.transfers.move('upc_memput', destination, source, size);
  }

  function upc_memset(address: number, _phase: number, byte: number, size: number): void {
    const { transfers } = runtime;
    transfers.wait('upc_memset', transfers.fill('upc_memset', address, byte, size));
  }

  return { upc_memcpy, upc_memget, upc_memput, upc_memset };
}
