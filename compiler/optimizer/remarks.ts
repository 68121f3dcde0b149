/**
 * What a pass needs besides the function: what is known of the target, and somebody to tell what was done.
 *
 * One idea: a pass that moves or replaces communication says so, one line a place, and says what kept it from doing
 * so; `--remarks` shows them.
 */
import type { Expression, Signature, Statement } from '../ir/ir.ts';
import { visitExpression } from '../ir/walk.ts';
import type { Communication, Remark } from '../options.ts';
import type { FunctionEffects } from './analyses/function-effects.ts';

export interface PassContext {
  /** Of -O. */
  readonly level: 0 | 1 | 2 | 3;
  /** -ffast-math */
  readonly fastMath?: boolean;
  /** THREADS, where it is fixed. */
  readonly threads?: number;
  readonly communication: Communication;
  /** Where the library's headers are; absent once units are linked. */
  readonly libraryFolders?: readonly string[];
  /** Communication goes through the library, which checks, records or sends it. */
  readonly keepsCalls?: boolean;
  /** -fno-strict-aliasing (false): memory may be read as another type than it was written as. */
  readonly strictAliasing?: boolean;
  /** Of a linked program: private static objects (`&s`) whose address nobody holds in memory or gives away. */
  readonly hidden?: ReadonlySet<string>;
  /** Of a linked program: bytes that shared static objects have in each thread. */
  readonly sharedSizes?: ReadonlyMap<string, number>;
  /** Sums of addresses are modulo 2^32 bytes: WebAssembly. */
  readonly addressesWrap?: boolean;
  /** Shared accesses are calls, which take (rank, offset): for a network, or to be recorded. */
  readonly callsAccess?: boolean;
  /** Pointers-to-shared are rank and offset: for a network. */
  readonly wide?: boolean;
  /** Of a linked program: pointers may be of phantom arrays (<pgas_sim.h>). */
  readonly marks?: boolean;
  /** Of a linked program: whether the function of that name is the library's. */
  readonly isLibrary?: (name: string) => boolean;
  /** Absent where nobody listens. */
  readonly remark?: (remark: Remark) => void;
  /** What is known of the program's functions by their names; absent before they are linked. */
  readonly effects?: (name: string) => FunctionEffects | undefined;
  /** Says that the module calls a library function. */
  readonly imports: (symbol: string, signature: Signature) => void;
}

/** Tells of one pass. */
export class Teller {
  readonly #pass: string;
  readonly #context: PassContext;
  readonly #function: string | undefined;

  /** `name` is the function's, for a pass that looks at several; else the context knows it. */
  constructor(pass: string, context: PassContext, name?: string) {
    this.#pass = pass;
    this.#context = context;
    this.#function = name;
  }

  done(s: Statement, text: () => string): void {
    this.#tell(s, text, true);
  }

  missed(s: Statement, text: () => string): void {
    this.#tell(s, text, false);
  }

  #tell({ at }: Statement, text: () => string, done: boolean): void {
    const { remark } = this.#context;
    if (!at || !remark) return;
    remark({
      ...(this.#function !== undefined && { function: this.#function }),
      pass: this.#pass,
      at,
      text: text(),
      done,
    });
  }
}

/** What an address is in, for people: `'x'`, or that it is reached by a pointer. */
export function objectText(address: Expression): string {
  let name: string | undefined;
  visitExpression(address, (e) => {
    if (e.op === 'shared' || e.op === 'static') name ??= e.symbol;
    if (e.op === 'frame') name ??= e.slot;
  });
  return name === undefined ? "a pointer's target" : `'${name}'`;
}

/** Where a statement is, for people. */
export const lineText = ({ at }: Statement): string => (at ? `line ${at.line}` : 'another place');
