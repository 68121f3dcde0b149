/**
 * The source positions at which functions are defined.
 *
 * Takes the modules before linking, and the program's functions. Gives C's name, the linked name and the place of each. One idea: code at a place belongs to the last
 * function that begins before it, whichever function inlining has put it into.
 */
import type { Function as Definition } from '../ir/ir.ts';
import type { Module } from '../ir/modules.ts';
import { type Position, SERVING } from '../source/source.ts';

export interface Beginning {
  readonly name: string;
  /** Another name where two units have static functions of one name. */
  readonly linked: string;
  readonly at: Position;
}

export function beginningsOf(modules: readonly Module[], functions: readonly Definition[]): Beginning[] {
  const linkedAt = new Map(functions.flatMap(({ name, at }) => (at ? [[keyOf(at), name]] : [])));
  return modules.flatMap((module) =>
    module.functions.flatMap(({ name, at }) => {
      const linked = at && linkedAt.get(keyOf(at));
      return linked === undefined || isMadeUp(at!) ? [] : [{ name, linked, at: at! }];
    }),
  );
}

/** Nobody has written the main that serves calls: nothing is told to be in its code. */
const isMadeUp = ({ name }: Position): boolean => name === SERVING;

const keyOf = ({ name, line, column }: Position): string => `${name}:${line}:${column}`;
