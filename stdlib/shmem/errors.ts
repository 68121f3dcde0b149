/**
 * Messages about misuse of OpenSHMEM: the call, the argument, its value, the rule.
 */
import { inHex } from '../../runtime/errors.ts';
import { badArgument } from '../common/errors.ts';

export function badPe(name: string, pe: number, pes: number): string {
  return badArgument(name, 'pe', `${pe}`, pes === 1 ? 'there is PE 0 alone' : `PEs are 0 .. ${pes - 1}`);
}

/** `where`: what else the address is of. */
export function notSymmetric(name: string, argument: string, address: number, where: string): string {
  return badArgument(
    name,
    argument,
    inHex(address),
    `${where}; it must be a symmetric object: static data, or memory of shmem_malloc`,
  );
}

export function otherCollective(name: string, pe: number, what: string): string {
  return `${name}: PE ${pe} ${what}`;
}

/** What single-valued arguments may not be. */
export const OTHER = 'other arguments';

export function partnerEnded(name: string, pe: number): string {
  return `${name}: PE ${pe} has ended without this call`;
}

export function notInitialized(name: string, isOver: boolean): string {
  return isOver ? `${name}: after shmem_finalize` : `${name}: before shmem_init; call that first`;
}

export function initializedTwice(name: string): string {
  return `${name}: OpenSHMEM has been initialized already; it is initialized once`;
}

export function notAllocated(name: string, address: number): string {
  return badArgument(name, 'ptr', inHex(address), 'it is no block of shmem_malloc, or one that has been freed');
}
