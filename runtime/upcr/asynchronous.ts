/**
 * Berkeley UPC's asynchronous transfers: bupc_mem*_async with handles, _asynci without, arrays of handles, access regions.
 */
import type { NativeFunction } from '../abi.ts';
import { COMPLETE } from '../conduits/conduit.ts';
import type { RuntimeEnvironment } from '../environment.ts';

export function asynchronous(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return { ...transfers(environment), ...synchronization(environment) };
}

function transfers({ runtime }: RuntimeEnvironment): Record<string, NativeFunction> {
  function bupc_memcpy_async(to: number, _phase: number, from: number, _phase2: number, size: number): number {
    return runtime.transfers.copy('bupc_memcpy_async', to, from, size);
  }
  function bupc_memget_async(to: number, from: number, _phase: number, size: number): number {
    return runtime.transfers.copy('bupc_memget_async', to, from, size);
  }
  function bupc_memput_async(to: number, _phase: number, from: number, size: number): number {
    return runtime.transfers.copy('bupc_memput_async', to, from, size);
  }
  function bupc_memset_async(to: number, _phase: number, byte: number, size: number): number {
    return runtime.transfers.fill('bupc_memset_async', to, byte, size);
  }
  function bupc_memcpy_asynci(to: number, _phase: number, from: number, _phase2: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.copy('bupc_memcpy_asynci', to, from, size));
  }
  function bupc_memget_asynci(to: number, from: number, _phase: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.copy('bupc_memget_asynci', to, from, size));
  }
  function bupc_memput_asynci(to: number, _phase: number, from: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.copy('bupc_memput_asynci', to, from, size));
  }
  function bupc_memset_asynci(to: number, _phase: number, byte: number, size: number): void {
    runtime.transfers.addImplicit(runtime.transfers.fill('bupc_memset_asynci', to, byte, size));
  }
  return {
    bupc_memcpy_async,
    bupc_memget_async,
    bupc_memput_async,
    bupc_memset_async,
    bupc_memcpy_asynci,
    bupc_memget_asynci,
    bupc_memput_asynci,
    bupc_memset_asynci,
  };
}

function synchronization(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  /** Tests each handle of an array, and sets those that are done to the complete handle. */
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
    while (testEach('bupc_waitsync_all', handles, count).pending > 0) runtime.transfers.poll();
  }

  /** Waits for at least one, unless all are the complete handle. */
  function bupc_waitsync_some(handles: number, count: number): void {
    for (;;) {
      const { done, pending } = testEach('bupc_waitsync_some', handles, count);
      if (done > 0 || pending === 0) return;
      runtime.transfers.poll();
    }
  }

  function bupc_trysync_all(handles: number, count: number): number {
    return Number(testEach('bupc_trysync_all', handles, count).pending === 0);
  }

  function bupc_trysync_some(handles: number, count: number): number {
    const { done, pending } = testEach('bupc_trysync_some', handles, count);
    return Number(done > 0 || pending === 0);
  }

  return {
    bupc_waitsync_all,
    bupc_waitsync_some,
    bupc_trysync_all,
    bupc_trysync_some,
    bupc_waitsync: (handle: number) => runtime.transfers.wait('bupc_waitsync', handle),
    bupc_trysync: (handle: number) => Number(runtime.transfers.test('bupc_trysync', handle)),
    bupc_waitsynci: () => runtime.transfers.waitImplicit('bupc_waitsynci'),
    bupc_trysynci: () => Number(runtime.transfers.testImplicit('bupc_trysynci')),
    bupc_begin_accessregion: () => runtime.transfers.beginRegion(),
    bupc_end_accessregion: () => runtime.transfers.endRegion(),
  };
}
