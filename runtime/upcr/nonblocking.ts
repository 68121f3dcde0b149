/**
 * Non-blocking transfers (UPC 1.3 optional library upc_nb.h). They complete at upc_sync or upc_synci, not at a fence or
 * barrier.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export function nonblocking(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const attempt = (isDone: boolean) => Number(runtime.job.attempted(isDone));
  return {
    ...transferFunctions(environment, 'upc_', '_nb'),
    upc_sync: (handle: number) => runtime.transfers.wait('upc_sync', handle),
    upc_sync_attempt: (handle: number) => attempt(runtime.transfers.test('upc_sync_attempt', handle)),
    upc_synci: () => runtime.transfers.waitImplicit('upc_synci'),
    upc_synci_attempt: () => attempt(runtime.transfers.testImplicit('upc_synci_attempt')),
  };
}

/**
 * memcpy, memget, memput and memset with the prefix and the suffix: explicit-handle forms, and, with one more `i`,
 * implicit-handle forms.
 */
export function transferFunctions(
  environment: RuntimeEnvironment,
  prefix: string,
  suffix: string,
): Record<string, NativeFunction> {
  return {
    ...starting(environment, prefix, suffix),
    ...startingImplicitly(environment, starting(environment, prefix, `${suffix}i`)),
  };
}

function starting({ runtime }: RuntimeEnvironment, prefix: string, suffix: string): Record<string, NativeFunction> {
  const memcpy = `${prefix}memcpy${suffix}`;
  const memget = `${prefix}memget${suffix}`;
  const memput = `${prefix}memput${suffix}`;
  const memset = `${prefix}memset${suffix}`;
  return {
    [memcpy]: (to: number, _phase: number, from: number, _phase2: number, size: number) =>
      runtime.transfers.copy(memcpy, to, from, size),
    [memget]: (to: number, from: number, _phase: number, size: number) =>
      runtime.transfers.copy(memget, to, from, size),
    [memput]: (to: number, _phase: number, from: number, size: number) =>
      runtime.transfers.copy(memput, to, from, size),
    [memset]: (to: number, _phase: number, byte: number, size: number) =>
      runtime.transfers.fill(memset, to, byte, size),
  };
}

function startingImplicitly(
  { runtime }: RuntimeEnvironment,
  starts: Record<string, NativeFunction>,
): Record<string, NativeFunction> {
  const implicit = ([name, start]: [string, NativeFunction]): [string, NativeFunction] => [
    name,
    (a: number, b: number, c: number, d: number, e: number) => runtime.transfers.addImplicit(start(a, b, c, d, e)),
  ];
  return Object.fromEntries(Object.entries(starts).map(implicit));
}
