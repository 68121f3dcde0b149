/**
 * The rest of the core API (GASNet 1.8): limits, the source of a message, polling, no-interrupt sections, handler-safe
 * locks.
 */
import type { NativeFunction } from '../abi.ts';
import { HandlerSafeLocks } from '../core/am/locks.ts';
import { commutesWhile } from '../core/commuting.ts';
import { MAX_ARGUMENTS } from '../core/message.ts';
import { FOR_NETWORK } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { ERR_BAD_ARG, ERR_NOT_READY, OK, WAIT_BLOCK, WAIT_SPIN, WAIT_SPINBLOCK } from './constants.ts';

/** Where spinning does not pay, a node yields after so many polls in vain. */
const POLLS_IN_VAIN = 1024;

export function core(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  return { ...limits(environment), ...progress(environment), ...locks(environment) };
}

function limits({ runtime }: RuntimeEnvironment): Record<string, NativeFunction> {
  return {
    gasnet_AMMaxArgs: () => MAX_ARGUMENTS,
    gasnet_AMMaxMedium: () => runtime.messages.largestMedium,
    gasnet_AMMaxLongRequest: () => runtime.messages.largestLongRequest,
    gasnet_AMMaxLongReply: () => runtime.messages.largestLongReply,
  };
}

function progress(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  let inVain = 0;

  function gasnet_AMPoll(): number {
    runtime.rules?.wait('gasnet_AMPoll');
    if (!runtime.job.poll() && (++inVain & (POLLS_IN_VAIN - 1)) === 0 && !runtime.job.spinning.pays(FOR_NETWORK))
      runtime.job.nap(1);
    return OK;
  }

  /** An iteration of GASNET_BLOCKUNTIL; returns the next. */
  function gasnet__turn(turn: number): number {
    runtime.rules?.wait('GASNET_BLOCKUNTIL');
    return runtime.job.pause(turn);
  }

  function gasnet_AMGetMsgSource(token: number, node: number): number {
    runtime.rules?.token('gasnet_AMGetMsgSource', token);
    environment.I32[node >>> 2] = runtime.messages.sourceOf(token);
    return OK;
  }

  function gasnet_set_waitmode(mode: number): number {
    const { spinning } = runtime.job;
    if (mode === WAIT_SPINBLOCK) spinning.usual();
    else if (mode === WAIT_SPIN) spinning.fix(Number.POSITIVE_INFINITY);
    else if (mode === WAIT_BLOCK) spinning.fix(0);
    else return ERR_BAD_ARG;
    return OK;
  }

  // A message that comes later wakes the rank, so this turn need not let slower ranks go first: over pami, simulated.
  if (runtime?.messages.commute) commutesWhile(() => true, gasnet__turn);
  return { gasnet_AMPoll, gasnet__turn, gasnet_AMGetMsgSource, gasnet_set_waitmode };
}

function locks(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const { runtime } = environment;
  const held = runtime && new HandlerSafeLocks(runtime.job, runtime.rules);
  return {
    gasnet_hold_interrupts: () => {
      runtime.rules?.hold();
      runtime.job.heldOff++;
    },
    gasnet_resume_interrupts: () => {
      runtime.rules?.resume();
      runtime.job.heldOff--;
    },
    gasnet_hsl_init: (lock: number) => held.init(lock),
    gasnet_hsl_destroy: (lock: number) => held.destroy(lock),
    gasnet_hsl_lock: (lock: number) => held.lock(lock),
    gasnet_hsl_trylock: (lock: number) => (held.tryLock(lock) ? OK : ERR_NOT_READY),
    gasnet_hsl_unlock: (lock: number) => held.unlock(lock),
  };
}
