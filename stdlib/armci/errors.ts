/** Messages about misuse of ARMCI: the call, the argument, its value, the rule. */
import { inHex } from '../../runtime/errors.ts';
import { badArgument } from '../common/errors.ts';

export function badProc(name: string, proc: number, procs: number): string {
  return badArgument(
    name,
    'proc',
    `${proc}`,
    procs === 1 ? 'there is process 0 alone' : `processes are 0 .. ${procs - 1}`,
  );
}

/** `where`: what else the address is of. */
export function notOfArmci(name: string, argument: string, address: number, proc: number, where: string): string {
  const rule = `${where}; it must be in a block of process ${proc}: of ARMCI_Malloc, ARMCI_Malloc_group or ARMCI_Memget`;
  return badArgument(name, argument, inHex(address), rule);
}

export function notReadable(name: string, argument: string, address: number, bytes: number, where: string): string {
  return badArgument(name, argument, inHex(address), `${bytes} bytes there: ${where}`);
}

export function otherCollective(name: string, proc: number, what: string): string {
  return `${name}: ${proc < 0 ? 'another process' : `process ${proc}`} ${what}`;
}

/** What single-valued arguments may not be. */
export const OTHER = 'other arguments';

export function partnerEnded(name: string, proc: number): string {
  if (proc < 0) return `${name}: all other processes have ended`;
  return `${name}: process ${proc} has ended without its part of this call`;
}

export function notInitialized(name: string, isOver: boolean): string {
  return isOver ? `${name}: after ARMCI_Finalize` : `${name}: before ARMCI_Init; call that first`;
}

export function notAllocated(name: string, address: number): string {
  return badArgument(name, 'ptr', inHex(address), 'no block of this process begins there, or it has been freed');
}

export function notOfGroup(name: string, address: number): string {
  return badArgument(name, 'ptr', inHex(address), 'it is a block of another group; all members of its own free it');
}

export function otherBlock(name: string, proc: number): string {
  return `${name}: process ${proc} frees another allocation than this process`;
}

export function badGroup(name: string, group: number): string {
  return badArgument(name, 'group', `${group}`, 'no group has this number, or it has been freed');
}

export function notMember(name: string, group: number): string {
  return badArgument(name, 'group', `${group}`, 'this process is not in it');
}

export function badMutex(name: string, mutex: number, proc: number, number: number): string {
  const rule = number === 0 ? `process ${proc} has none` : `process ${proc} has mutexes 0 .. ${number - 1}`;
  return badArgument(name, 'mutex', `${mutex}`, rule);
}

export function badMutexState(name: string, mutex: number, proc: number, rule: string): string {
  return badArgument(name, 'mutex', `${mutex} of process ${proc}`, rule);
}
