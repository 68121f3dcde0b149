/**
 * Berkeley UPC's asynchronous transfers: bupc_mem*_async with handles, _asynci without, arrays of handles, access
 * regions.
 */
import type { NativeFunction } from '../abi.ts';
import { COMPLETE } from '../conduits/conduit.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { transferFunctions } from './nonblocking.ts';

export function asynchronous(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return { ...transferFunctions(environment, 'bupc_', '_async'), ...synchronization(environment) };
}

function synchronization(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const attempt = (isDone: boolean) => Number(runtime.job.attempted(isDone));

  /** Tests each handle of an array, and sets complete ones to the complete handle. */
  function testEach(name: string, handles: number, count: number): { done: number; pending: number } {
    const { I32 } = environment;
    const result = { done: 0, pending: 0 };
    for (let i = 0, word = handles >>> 2; i < count >>> 0; i++, word++) {
      if (I32[word] === COMPLETE) continue;
      if (runtime.transfers.test(name, I32[word]!)) {
        I32[word] = COMPLETE;
        result.done++;
      } else result.pending++;
    }
    return result;
  }

  function bupc_waitsync_all(handles: number, count: number): void {
    const areDone = () => testEach('bupc_waitsync_all', handles, count).pending === 0;
    if (!areDone()) runtime.job.block(FOR_TRANSFER, areDone);
  }

  /** Waits for at least one, unless all are the complete handle. */
  function bupc_waitsync_some(handles: number, count: number): void {
    const isOneDone = () => {
      const { done, pending } = testEach('bupc_waitsync_some', handles, count);
      return done > 0 || pending === 0;
    };
    if (!isOneDone()) runtime.job.block(FOR_TRANSFER, isOneDone);
  }

  function bupc_trysync_all(handles: number, count: number): number {
    return attempt(testEach('bupc_trysync_all', handles, count).pending === 0);
  }

  function bupc_trysync_some(handles: number, count: number): number {
    const { done, pending } = testEach('bupc_trysync_some', handles, count);
    return attempt(done > 0 || pending === 0);
  }

  return {
    bupc_waitsync_all,
    bupc_waitsync_some,
    bupc_trysync_all,
    bupc_trysync_some,
    bupc_waitsync: (handle: number) => runtime.transfers.wait('bupc_waitsync', handle),
    bupc_trysync: (handle: number) => attempt(runtime.transfers.test('bupc_trysync', handle)),
    bupc_waitsynci: () => runtime.transfers.waitImplicit('bupc_waitsynci'),
    bupc_trysynci: () => attempt(runtime.transfers.testImplicit('bupc_trysynci')),
    bupc_begin_accessregion: () => runtime.transfers.beginRegion(),
    bupc_end_accessregion: () => runtime.transfers.endRegion(),
  };
}
