/** GASNet's functions by their C names, for programs that include gasnet.h. */
import { sharedBy } from '../abi.ts';
import { ofJob, type RuntimeEnvironment } from '../environment.ts';
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

const implicitOf = sharedBy((own: RuntimeEnvironment) => new ImplicitOperations(own));

export const gasnetLibrary = ofJob([
  ...[attach, core, ...messages],
  (own) => checkedAccess(own, memory(own, implicitOf(own))),
  (own) => checkedAccess(own, values(own, implicitOf(own))),
  (own) => vis(own, implicitOf(own)),
  (own) => atomics(own, implicitOf(own)),
  collectives,
  (own) => checkedWaits(own, synchronization(own, implicitOf(own))),
  (own) => checkedWaits(own, barrier(own)),
]);
