/**
 * What pointers-to-shared are made of: one scalar where all memory is one (narrow.ts), two where memories lie apart
 * (wide.ts).
 *
 * One idea: `expand` goes through a function the same way for both; a form says what becomes of each node and statement.
 */
import type { Function as Definition, Expression, MachineType, Statement } from '../../ir/ir.ts';
import type { Names } from '../names.ts';
import type { Formulas } from './layouts.ts';

export interface Form {
  /** The statements of the function before any becomes scalars. */
  readonly prepared: (body: readonly Statement[]) => readonly Statement[];
  /** The scalars of a value: of one that is no pointer-to-shared itself. */
  readonly words: (value: Expression) => readonly Expression[];
  /** The value of these scalars. */
  readonly joined: (words: readonly Expression[]) => Expression;
  /** The expression, whose operands are of the form already. */
  readonly expression: (e: Expression, f: Formulas) => Expression;
  /** What takes the statement's place; its expressions are of the form already. */
  readonly statement: (s: Statement) => readonly Statement[];
  /** The function with parameters, locals and results that are scalars. */
  readonly declared: (definition: Definition) => Definition;
}

/** What a form needs of the function's expansion. */
export interface Expander {
  readonly names: Names;
  /** The same value, for more than one use. */
  readonly kept: (value: Expression, name: string) => Expression;
  readonly threads: number | undefined;
  readonly isLibrary: (name: string) => boolean;
  readonly callsAccess: boolean;
  /** Pointers may be of phantom arrays: their offset is the address that each thread has for its own. */
  readonly marks: boolean;
}

export type FormOf = (definition: Definition, expander: Expander) => Form;

/** Machine types of the program's scalars. */
export type Scalars = (type: MachineType) => readonly MachineType[];
