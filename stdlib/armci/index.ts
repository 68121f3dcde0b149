/**
 * ARMCI (armci.h, message.h): what its functions in C (armci-*.c) leave to the runtime.
 *
 * A process is a thread of the job. The functions in C are the fast ways, which load and store; here is what needs the network, other
 * processes' help, or a message about a mistake.
 */
import { sharedBy } from '../../runtime/abi.ts';
import { ofJob, type RuntimeEnvironment } from '../../runtime/environment.ts';
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

const stateOf = sharedBy((own: RuntimeEnvironment) => new State(own));
const lettersOf = sharedBy((own: RuntimeEnvironment) => new Letters(own, stateOf(own).together));
const groupsOf = sharedBy((own: RuntimeEnvironment) => new Groups(stateOf(own), lettersOf(own)));
const handlesOf = sharedBy((own: RuntimeEnvironment) => new Handles(stateOf(own)));
const accumulatesOf = sharedBy((own: RuntimeEnvironment) => new Accumulates(stateOf(own)));

export const armciLibrary = ofJob([
  (own) => life(stateOf(own), groupsOf(own), accumulatesOf(own)),
  (own) => groupsOf(own).functions(),
  (own) => memory(stateOf(own), groupsOf(own), handlesOf(own)),
  (own) => handlesOf(own).functions(),
  (own) => transfers(stateOf(own), handlesOf(own), accumulatesOf(own)),
  (own) => synchronization(stateOf(own), handlesOf(own), lettersOf(own)),
  (own) => messages(stateOf(own), groupsOf(own), lettersOf(own)),
]);
