/** Functions that are no exports of their module, and why. */
import type { Callable } from '../compiler/callable.ts';

/** Names that C has and JavaScript keeps for itself: such functions can be called by their names. What exports `then`, `import()` takes for a promise. */
const RESERVED = new Set(
  (
    'arguments await catch class debugger delete eval export extends false finally function implements import in instanceof interface ' +
    'let new null package private protected public super then this throw true try typeof var with yield'
  ).split(' '),
);

export const isReserved = (name: string): boolean => RESERVED.has(name);

/** What a module has beside its exports is named by keywords of C, which no function is. */
export const [INSTANCE, START] = ['auto', 'extern'];

/** Why a function is no export; undefined if it is one. */
export function whyAbsent({ name, refused }: Callable): string | undefined {
  if (refused !== undefined) return `cannot be called from JavaScript: ${refused}`;
  return isReserved(name)
    ? `JavaScript keeps the name: call('${name}', ...) of the default export calls it`
    : undefined;
}
