/**
 * Waiting for puts and gets (GASNet 1.8, extended API): one handle, some, all; the implicit ones; access regions.
 */

import type { NativeFunction } from '../abi.ts';
import { COMPLETE } from '../conduits/conduit.ts';
import { commutesWhile } from '../core/commuting.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { ERR_NOT_READY, OK } from './constants.ts';
import type { ImplicitOperations } from './implicit.ts';

export function synchronization(
  environment: RuntimeEnvironment,
  implicit: ImplicitOperations,
): Record<string, NativeFunction> {
  return { ...explicitly(environment), ...implicitly(environment, implicit) };
}

function explicitly(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;

  /** Tests each handle of a list; complete ones become GASNET_INVALID_HANDLE. Returns the numbers of both. */
  function sweep(name: string, handles: number, count: number): { done: number; left: number } {
    let done = 0;
    let left = 0;
    for (let word = handles >>> 2; word < (handles >>> 2) + count; word++) {
      const handle = environment.I32[word]!;
      if (handle === COMPLETE) continue;
      if (!runtime.transfers.test(name, handle)) left++;
      else {
        environment.I32[word] = COMPLETE;
        done++;
      }
    }
    return { done, left };
  }

  const allDone = (name: string, handles: number, count: number) => sweep(name, handles, count).left === 0;

  /** Returns at once if none is outstanding. */
  const someDone = (name: string, handles: number, count: number) => {
    const { done, left } = sweep(name, handles, count);
    return done > 0 || left === 0;
  };

  function waitFor(ready: () => boolean): void {
    runtime.job.block(FOR_TRANSFER, ready);
  }

  return {
    gasnet_wait_syncnb: (handle: number) => runtime.transfers.wait('gasnet_wait_syncnb', handle),
    gasnet_try_syncnb: (handle: number) =>
      result(runtime.job.attempted(runtime.transfers.test('gasnet_try_syncnb', handle))),
    gasnet_wait_syncnb_all: (handles: number, count: number) =>
      waitFor(() => allDone('gasnet_wait_syncnb_all', handles, count)),
    gasnet_try_syncnb_all: (handles: number, count: number) =>
      result(runtime.job.attempted(allDone('gasnet_try_syncnb_all', handles, count))),
    gasnet_wait_syncnb_some: (handles: number, count: number) =>
      waitFor(() => someDone('gasnet_wait_syncnb_some', handles, count)),
    gasnet_try_syncnb_some: (handles: number, count: number) =>
      result(runtime.job.attempted(someDone('gasnet_try_syncnb_some', handles, count))),
  };
}

function implicitly({ runtime }: RuntimeEnvironment, implicit: ImplicitOperations): Record<string, NativeFunction> {
  const functions: Record<string, NativeFunction> = {
    gasnet_begin_nbi_accessregion: () => implicit.begin(),
    gasnet_end_nbi_accessregion: () => implicit.end(),
  };
  const nothingIs = () => !implicit.areUnderWay;
  const add = (which: string, puts: boolean, gets: boolean) => {
    const wait = `gasnet_wait_syncnbi_${which}`;
    const attempt = `gasnet_try_syncnbi_${which}`;
    const areDone = () => implicit.test(wait, puts, gets);
    const end = () => {
      if (!areDone()) runtime.job.block(FOR_TRANSFER, areDone);
    };
    functions[wait] = () => {
      if (implicit.areUnderWay) end();
    };
    functions[attempt] = () => result(runtime.job.attempted(implicit.test(attempt, puts, gets)));
    commutesWhile(nothingIs, functions[wait], functions[attempt]);
  };
  add('puts', true, false);
  add('gets', false, true);
  add('all', true, true);
  return functions;
}

const result = (isDone: boolean) => (isDone ? OK : ERR_NOT_READY);
