/**
 * MPI (mpi.h): the ranks of MPI_COMM_WORLD are the threads of the job.
 *
 * Functions are written as bodies, which throw mistakes, and are given their two names and the error handlers in state.ts. Point-to-point
 * messages are matched in post.ts; collective functions are those of the engine; objects of the program are numbers (handles.ts).
 */
import { allOf, type LibraryFactory } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { Collectives } from './collectives.ts';
import { Communicators } from './communicators.ts';
import { ErrorHandlers } from './errorhandlers.ts';
import { Groups } from './groups.ts';
import { clock, life } from './life.ts';
import { Operators } from './operators.ts';
import { PointToPoint } from './pointtopoint.ts';
import { Post } from './post.ts';
import { Reductions } from './reductions.ts';
import { State } from './state.ts';
import { Types } from './types.ts';

export const mpiLibrary: LibraryFactory = (environment) => {
  const state = new State(environment as RuntimeEnvironment);
  const types = new Types(state);
  const groups = new Groups(state);
  const errorHandlers = new ErrorHandlers(state);
  const communicators = new Communicators(state, groups, errorHandlers);
  const post = new Post(state);
  const operators = new Operators(state, types);
  const bodies = [
    life(state, communicators, post),
    errorHandlers.bodies(communicators),
    communicators.bodies,
    groups.bodies,
    types.bodies,
    operators.bodies,
    new PointToPoint(state, types, communicators, post).bodies,
    new Collectives(state, types, communicators).bodies,
    new Reductions(state, types, communicators, operators).bodies,
  ];
  return allOf([...bodies.map((each) => state.calls(each)), communicators.functions(), clock()]);
};
