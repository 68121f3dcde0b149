/** The functions of a program for simulated jobs that may wait for other ranks: they can be suspended (emit/context.ts). */

import type { Signature } from './ir/ir.ts';
import type { LinkedProgram } from './link/link.ts';
import { blockingFunctions } from './optimizer/analyses/blocking.ts';

/** `signature` of a library function, and whether it may wait. */
export function waitingIn(
  { functions, table }: LinkedProgram,
  signature: (name: string) => Signature | undefined,
  libraryMayBlock: (name: string) => boolean,
): ReadonlySet<string> {
  const defined = new Set(functions.map(({ name }) => name));
  const signatures = table
    .filter((name) => !defined.has(name))
    .flatMap((name) => {
      const found = signature(name);
      return found === undefined ? [] : ([[name, found]] as const);
    });
  const librarySignatures = new Map(signatures);
  return blockingFunctions({ functions, table, libraryMayBlock, librarySignatures, accessesWait: true });
}
