/** Names that C has and JavaScript keeps for itself: such a function is no export, but can be called by its name. */
const RESERVED = new Set(
  (
    'arguments await catch class debugger delete eval export extends false finally function implements import in instanceof interface ' +
    'let new null package private protected public super this throw true try typeof var with yield'
  ).split(' '),
);

export const isReserved = (name: string): boolean => RESERVED.has(name);
