/**
 * The split-phase barrier of a GASNet job (GASNet 1.8, barriers): a mismatch of values and flags is returned as an
 * error.
 */
import type { NativeFunction } from '../abi.ts';
import { AT_WAIT } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { type Agreement, ANONYMOUS, MISMATCH, NAMED } from '../extended/barrier/agreement.ts';
import { BARRIER_ANONYMOUS, BARRIER_MISMATCH, ERR_BARRIER_MISMATCH, ERR_NOT_READY, OK } from './constants.ts';

export function barrier({ runtime, I32 }: RuntimeEnvironment): Record<string, NativeFunction> {
  /** This node's contribution; undefined outside of notify and wait. */
  let notified: { readonly id: number; readonly flags: number } | undefined;
  /** Result of the last barrier, for gasnet_barrier_result: meetings of other clients may follow it. */
  let agreement: Agreement = ANONYMOUS;
  let name = 0;

  function gasnet_barrier_notify(id: number, flags: number): void {
    if (notified !== undefined)
      runtime.job.fail(`gasnet_barrier_notify(${id}): gasnet_barrier_wait for the one before is still to come`);
    notified = { id, flags };
    runtime.meeting.arrive('', agreementOf(flags), id);
  }

  function gasnet_barrier_wait(id: number, flags: number): number {
    check('gasnet_barrier_wait', id);
    runtime.meeting.complete(AT_WAIT, '');
    return result(id, flags);
  }

  function gasnet_barrier_try(id: number, flags: number): number {
    check('gasnet_barrier_try', id);
    runtime.job.poll();
    return runtime.job.attempted(runtime.meeting.test()) ? result(id, flags) : ERR_NOT_READY;
  }

  function check(name: string, id: number): void {
    if (notified === undefined) runtime.job.fail(`${name}(${id}) without a gasnet_barrier_notify before it`);
  }

  function result(id: number, flags: number): number {
    const given = notified!;
    notified = undefined;
    agreement = runtime.meeting.agreement;
    name = runtime.meeting.value;
    if (given.flags !== flags || (agreementOf(flags) === NAMED && given.id !== id)) return ERR_BARRIER_MISMATCH;
    return agreement === MISMATCH ? ERR_BARRIER_MISMATCH : OK;
  }

  function gasnet_barrier(id: number, flags: number): number {
    gasnet_barrier_notify(id, flags);
    return gasnet_barrier_wait(id, flags);
  }

  function gasnet_barrier_result(id: number): number {
    if (notified !== undefined)
      runtime.job.fail('gasnet_barrier_result between gasnet_barrier_notify and gasnet_barrier_wait');
    I32[id >>> 2] = name;
    return agreement === ANONYMOUS ? 1 : 0;
  }

  return { gasnet_barrier_notify, gasnet_barrier_wait, gasnet_barrier_try, gasnet_barrier, gasnet_barrier_result };
}

function agreementOf(flags: number): Agreement {
  if ((flags & BARRIER_MISMATCH) !== 0) return MISMATCH;
  return (flags & BARRIER_ANONYMOUS) !== 0 ? ANONYMOUS : NAMED;
}
