/**
 * The coarray library by C name: images, their synchronization and their teams (Fortran 2018; XcalableMP's names in C).
 *
 * Functions called by compiled coindexed designators begin with __coarray_. An object on another image is given by its
 * address, as in `shared [] T *`.
 */
import { allOf, type LibraryFactory } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { Allocations, allocationFunctions } from './allocation.ts';
import { atomics } from './atomics.ts';
import { collectives } from './collectives.ts';
import { designators } from './designators.ts';
import { ending } from './ending.ts';
import { events } from './events.ts';
import { images } from './images.ts';
import { locks } from './locks.ts';
import { posts } from './posts.ts';
import { synchronization } from './sync.ts';
import { Teams } from './team.ts';
import { teamFunctions } from './teams.ts';
import { timer } from './timer.ts';
import { transfer } from './transfer.ts';

export const coarrayLibrary: LibraryFactory = (environment) => {
  const own = environment as RuntimeEnvironment;
  const teams = new Teams(own);
  const allocations = new Allocations(own, teams);
  return allOf([
    images(own, teams),
    designators(own),
    synchronization(own, teams),
    teamFunctions(own, teams, allocations),
    allocationFunctions(own, allocations),
    events(own),
    locks(own),
    atomics(own),
    posts(own, teams),
    collectives(own, teams),
    ending(own),
    timer(),
    transfer(own),
  ]);
};
