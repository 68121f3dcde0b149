/** GASNet's functions by their C names, for programs that include gasnet.h. */
import { allOf, type LibraryFactory } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { atomics } from './atomics.ts';
import { attach } from './attach.ts';
import { barrier } from './barrier.ts';
import { checkedAccess, checkedWaits } from './checks.ts';
import { collectives } from './collectives.ts';
import { core } from './core.ts';
import { ImplicitOperations } from './implicit.ts';
import { memory } from './memory.ts';
import { messages } from './messages.ts';
import { synchronization } from './synchronization.ts';
import { values } from './values.ts';
import { vis } from './vis.ts';

export const gasnetLibrary: LibraryFactory = (environment) => {
  const own = environment as RuntimeEnvironment;
  const implicit = new ImplicitOperations(own);
  return allOf([
    attach(own),
    core(own),
    messages(own),
    checkedAccess(own, { ...memory(own, implicit), ...values(own, implicit) }),
    vis(own, implicit),
    atomics(own, implicit),
    collectives(own),
    checkedWaits(own, { ...synchronization(own, implicit), ...barrier(own) }),
  ]);
};
