/**
 * The coarray library by C name: images, their synchronization and their teams (Fortran 2018; XcalableMP's names in C).
 *
 * What compiled coindexed designators call begins with __coarray_. An object on another image is given by its absolute
 * address, as `shared [] T *` has it.
 */
import type { LibraryFactory } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { designators } from './designators.ts';
import { images } from './images.ts';
import { Teams } from './team.ts';
import { transfer } from './transfer.ts';

export const coarrayLibrary: LibraryFactory = (environment) => {
  const own = environment as RuntimeEnvironment;
  const teams = new Teams(own);
  return { ...images(own, teams), ...designators(own), ...transfer(own) };
};
