/**
 * MPI (mpi.h): a rank is a thread of the job, a communicator a team of the engine of collective operations.
 *
 * Its functions are here, but for the few that are C's (mpi-life.c). Messages are mail.ts; what goes on is a request (requests.ts).
 */
import type { LibraryFactory } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { collectives } from './collectives.ts';
import { communicators } from './communicators.ts';
import { datatypes } from './datatypes.ts';
import { Groups } from './groups.ts';
import { checks, life } from './life.ts';
import { Mail } from './mail.ts';
import { messages } from './messages.ts';
import { Operators } from './operators.ts';
import { Requests } from './requests.ts';
import { State } from './state.ts';
import { statuses } from './status.ts';

export const mpiLibrary: LibraryFactory = (environment) => {
  const state = new State(environment as RuntimeEnvironment);
  const mail = new Mail(state.environment);
  const groups = new Groups(state);
  const requests = new Requests(state);
  const operators = new Operators(state);
  return state.guarded({
    ...life(state, mail),
    ...checks(state),
    ...communicators(state, groups),
    ...groups.functions(),
    ...datatypes(state),
    ...messages(state, requests, mail),
    ...requests.functions(),
    ...statuses(state),
    ...collectives(state, operators),
    ...operators.functions(),
  });
};
