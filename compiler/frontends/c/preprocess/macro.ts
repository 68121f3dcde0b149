/**
 * Macros and the table of them.
 *
 * One idea: which parameter a token of the body names is worked out once, when the macro is defined.
 */
import type { PPToken } from '../lexer/preprocessing-token.ts';

export interface Macro {
  readonly name: string;
  /** Location of its name in the definition. */
  readonly location: PPToken;
  /** Undefined for an object-like macro. */
  readonly parameters: readonly string[] | undefined;
  /** The last parameter takes all further arguments. */
  readonly variadic: boolean;
  readonly body: readonly PPToken[];
  /** For each token of the body the parameter that it names, or -1. */
  readonly uses: readonly number[];
  /** Its expansion is being read. */
  disabled: boolean;
  /** Computes what a macro such as __LINE__ stands for. */
  readonly builtin?: (use: PPToken) => PPToken;
}

/** Whether two definitions are the same as 6.10.3p2 has it: white space counts, its amount does not. */
export function sameDefinition(a: Macro, b: Macro): boolean {
  if (a.builtin || b.builtin || a.variadic !== b.variadic) return false;
  if (a.parameters?.join() !== b.parameters?.join() || a.body.length !== b.body.length) return false;
  return a.body.every((token, k) => {
    const other = b.body[k] as PPToken;
    return token.text === other.text && (k === 0 || token.space === other.space);
  });
}

/** For each token of a body the index of the parameter that it names, or -1. */
export function parameterUses(body: readonly PPToken[], parameters: readonly string[] | undefined): number[] {
  if (!parameters) return [];
  return body.map((token) => (token.kind === 'identifier' ? parameters.indexOf(token.text) : -1));
}
