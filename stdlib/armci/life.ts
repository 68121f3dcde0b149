/** Initialization and end of ARMCI on a process, and the domains. */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { Progression } from '../../runtime/neighbourhood.ts';
import { sharedRanks } from '../common/neighbours.ts';
import type { Accumulates } from './accumulates.ts';
import { notInitialized } from './errors.ts';
import type { Groups } from './groups.ts';
import type { State } from './state.ts';

export function life(state: State, groups: Groups, accumulates: Accumulates): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;

  /** Each tells which processes it loads and stores: those are a domain. */
  function domains(name: string): Progression[] {
    const { first, stride, count } = sharedRanks(environment);
    const told = state.together.gather(name, runtime.engine.everybody, [first, stride, count]);
    return Array.from(told.column()).flatMap((first, proc) =>
      proc === first ? [{ first, stride: told.at(proc, 1), count: told.at(proc, 2) }] : [],
    );
  }

  return {
    __armci_init: (nameAt: number, job: number, accumulate: number, combine: number) => {
      const name = state.nameAt(nameAt);
      state.open(job, accumulate, combine);
      accumulates.open(name);
      state.enterDomains(domains(name));
      groups.openScopes(name);
    },
    __armci_finalize: () => {
      runtime.barrier.meet(() => 'ARMCI_Finalize');
      state.close();
    },
    __armci_poll: () => runtime.job.poll(),
    __armci_barrier: (nameAt: number, hasArrived: number) => {
      const name = state.nameAt(nameAt);
      state.initialized(name);
      runtime.barrier.meet(() => name, hasArrived !== 0);
    },
    __armci_uninitialized: (nameAt: number) => state.fail(notInitialized(state.nameAt(nameAt), state.isClosed)),
    __armci_refuse: (nameAt: number, argument: number, value: bigint, rule: number) =>
      state.refuse(state.nameAt(nameAt), state.nameAt(argument), value, state.nameAt(rule)),
    __armci_check_proc: (nameAt: number, proc: number) => state.proc(state.nameAt(nameAt), proc),
    __armci_error: (text: number, code: number) => state.fail(`ARMCI_Error: ${state.textAt(text)} ${code}`),
    __armci_domain_of: (proc: number) => state.domainOf(proc),
    __armci_proc_of_domain: (domain: number, index: number) => {
      const { first, stride } = state.domains[domain]!;
      return first + index * stride;
    },
    __armci_size_of_domain: (domain: number) => state.domains[domain]!.count,
  };
}
