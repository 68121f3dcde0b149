/**
 * The coarray library by C name: images, their synchronization and their teams (Fortran 2018; XcalableMP's names in C).
 *
 * Functions called by compiled coindexed designators begin with __coarray_. An object on another image is given by its
 * address, as in `shared [] T *`.
 */
import { sharedBy } from '../abi.ts';
import { ofJob, type RuntimeEnvironment } from '../environment.ts';
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

const teamsOf = sharedBy((own: RuntimeEnvironment) => new Teams(own));
const allocationsOf = sharedBy((own: RuntimeEnvironment) => new Allocations(own, teamsOf(own)));

export const coarrayLibrary = ofJob([
  (own) => images(own, teamsOf(own)),
  designators,
  (own) => synchronization(own, teamsOf(own)),
  (own) => teamFunctions(own, teamsOf(own), allocationsOf(own)),
  (own) => allocationFunctions(own, allocationsOf(own)),
  ...[events, locks, atomics],
  (own) => posts(own, teamsOf(own)),
  (own) => collectives(own, teamsOf(own)),
  ...[ending, timer, transfer],
]);
