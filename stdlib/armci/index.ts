/**
 * ARMCI (armci.h, message.h): what its functions in C (armci-*.c) leave to the runtime.
 *
 * A process is a thread of the job. The functions in C are the fast ways, which load and store; here is what needs the network, other
 * processes' help, or a message about a mistake.
 */
import { allOf, type LibraryFactory } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { Accumulates } from './accumulates.ts';
import { Groups } from './groups.ts';
import { Handles } from './handles.ts';
import { Letters } from './letters.ts';
import { life } from './life.ts';
import { memory } from './memory.ts';
import { messages } from './messages.ts';
import { State } from './state.ts';
import { synchronization } from './synchronization.ts';
import { transfers } from './transfers.ts';

export const armciLibrary: LibraryFactory = (environment) => {
  const state = new State(environment as RuntimeEnvironment);
  const letters = new Letters(state.environment, state.together);
  const groups = new Groups(state, letters);
  const handles = new Handles(state);
  const accumulates = new Accumulates(state);
  return allOf([
    life(state, groups, accumulates),
    groups.functions(),
    memory(state, groups, handles),
    handles.functions(),
    transfers(state, handles, accumulates),
    synchronization(state, handles, letters),
    messages(state, groups, letters),
  ]);
};
