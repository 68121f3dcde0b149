/**
 * The intermediate representation: structured, typed in machine types, communication explicit.
 *
 * Produced by lowering, rewritten by the optimizer, read by both back ends.
 * One idea: expressions are pure trees (they may read private memory, they never write, call or communicate);
 * side effects are statements. So an expression may be evaluated where it stands in its statement, and only there: a
 * value that a later effect could change is first assigned to a local. Private addresses are i32 and absolute, addresses
 * of the process's memory (see runtime/abi.ts). A pointer-to-shared is a `shared` and, for block sizes above 1 and
 * generic pointers, a phase, an i32. Others import its names from here.
 */

export { type Amounts, CHARGED, type Charge, type Charged } from './charges.ts';
export type * from './communication.ts';
export type * from './control-flow.ts';
export type * from './expressions.ts';
export type * from './modules.ts';
export type * from './shared-pointers.ts';
export type * from './statements.ts';
export type * from './types.ts';
export type * from './vector-expressions.ts';
