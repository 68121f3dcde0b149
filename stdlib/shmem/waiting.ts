/**
 * Waiting until another PE has changed variables of this one (shmem-waiting.c has the conditions).
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { othersHaveEnded } from '../../runtime/core/standing.ts';
import { FOR_VALUE } from '../../runtime/core/states.ts';
import { inHex } from '../../runtime/errors.ts';
import { offsetOf } from '../../runtime/memory/space.ts';
import { Stall } from '../common/stall.ts';
import type { State } from './state.ts';

export function waiting(state: State): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;

  /** Whoever changes the variables by a store rings no bell: the condition is looked at again and again. */
  function __shmem_wait(nameAt: number, address: number, bytes: number, test: number, condition: number): void {
    const name = state.nameAt(nameAt);
    const holds = environment.table[test] as (condition: number) => number;
    const stall = new Stall(environment);
    const wait = { kind: FOR_VALUE, on: offsetOf(environment, address) };
    runtime.job.block(wait, () => {
      const isLast = othersHaveEnded(environment);
      if (holds(condition) !== 0) return true;
      if (isLast) state.fail(nobodyLeft(name, address, bytes));
      stall.look();
      return false;
    });
  }

  return { __shmem_wait, __shmem_poll: () => runtime.job.glance(), __shmem_serve: () => runtime.job.poll() };
}

function nobodyLeft(name: string, address: number, bytes: number): string {
  const objects = bytes <= 8 ? 'the variable' : 'the variables';
  return `${name}: ${objects} at ${inHex(address)} will not change any more: all other PEs have ended`;
}
