/**
 * The UPC library by C name: UPC 1.3's required and non-blocking, atomic and castability libraries, Berkeley's extensions.
 *
 * A `shared void *` argument is two numbers, address and phase; a result of that type leaves its phase as second result.
 * Pointers whose type has no phase (upc_lock_t *) are one number. size_t is an i32 read as unsigned, 64 bits are bigints.
 */
import { ofJob } from '../environment.ts';
import { allocation } from './allocation.ts';
import { asynchronous } from './asynchronous.ts';
import { atomicDomains } from './atomicdomains.ts';
import { berkeleyAtomics } from './atomics.ts';
import { bulk } from './bulk.ts';
import { castable } from './castable.ts';
import { collectives } from './collectives.ts';
import { exit } from './exit.ts';
import { external } from './external.ts';
import { locks } from './locks.ts';
import { nonblocking } from './nonblocking.ts';
import { noncontiguous } from './noncontiguous.ts';
import { pointers } from './pointers.ts';
import { reductions } from './reductions.ts';
import { semaphores } from './semaphores.ts';
import { ticks } from './ticks.ts';
import { valueCollectives } from './valuecollectives.ts';

export const upcrLibrary = ofJob([
  ...[allocation, locks, bulk, pointers, castable, exit, external, ticks],
  ...[nonblocking, asynchronous, noncontiguous, berkeleyAtomics, atomicDomains, semaphores],
  ...[collectives, reductions, valueCollectives],
]);
