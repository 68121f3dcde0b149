/** Initialization and end of ARMCI on a process, and the domains. */
import type { NativeFunction } from '../../runtime/abi.ts';
import { agreeOnTeamNumber, proposeTeamNumber } from '../../runtime/collectives/split.ts';
import { perMemory } from '../../runtime/memory/permemory.ts';
import type { Space } from '../../runtime/memory/space.ts';
import type { Progression } from '../../runtime/neighbourhood.ts';
import { sharedRanks } from '../common/neighbours.ts';
import type { Accumulates } from './accumulates.ts';
import { notInitialized } from './errors.ts';
import { type Groups, SCOPES } from './groups.ts';
import type { State } from './state.ts';

export function life(state: State, groups: Groups, accumulates: Accumulates): Record<string, NativeFunction> {
  const { environment } = state;
  const { runtime } = environment;

  /** Each tells the first of the processes that it loads and stores, a domain, and its number for the teams of the scopes: in one gathering. */
  function enterDomains(name: string): void {
    const { engine } = runtime;
    const told = state.together.gather(name, engine.everybody, [
      sharedRanks(environment).first,
      proposeTeamNumber(engine, name),
    ]);
    state.enterDomains(domainsBy(environment, told.column()));
    groups.openScopes(agreeOnTeamNumber(engine, told.column(1), SCOPES));
  }

  return {
    __armci_init: (nameAt: number, job: number, accumulate: number, combine: number) => {
      const name = state.nameAt(nameAt);
      state.open(job, accumulate, combine);
      accumulates.open(name);
      enterDomains(name);
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

/** The same for all ranks. `firsts`: of each process's domain, whose processes are at a regular distance. */
const domainsBy = perMemory((_: Space, firsts: Int32Array): Progression[] => {
  const domains = new Map<number, { first: number; stride: number; count: number }>();
  for (let proc = 0; proc < firsts.length; proc++) {
    const first = firsts[proc]!;
    const domain = domains.get(first);
    if (domain === undefined) domains.set(first, { first, stride: 1, count: 1 });
    else if (domain.count++ === 1) domain.stride = proc - first;
  }
  return [...domains.values()];
});
