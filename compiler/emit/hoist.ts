/**
 * What an innermost loop need not compute again: parts of addresses whose locals it never sets.
 *
 * One idea: while the statements of a loop are written, index expressions ask whether a term is invariant and leave
 * its sum with the loop, which declares it before itself. Only plain arithmetic moves: nothing that reads memory,
 * calls or traps, so it does no harm where the loop does not run.
 */
import { operandsOf } from '../ir/builders.ts';
import type { Expression, Statement } from '../ir/ir.ts';
import { localsSetBy, visitStatements } from '../ir/walk.ts';
import { expressionText } from './javascript.ts';
import { declare, identifier, type Node } from './tree.ts';

/** Sums kept for one loop: beyond this the registers are used up. */
const MOST_SUMS = 10;

export class Hoisting {
  readonly #assigned = new Set<string>();
  readonly #sums = new Map<string, { name: string; node: Node }>();
  readonly #fresh: (name: string) => string;

  constructor(loop: Statement, fresh: (name: string) => string) {
    this.#fresh = fresh;
    visitStatements([loop], (s) => {
      for (const name of localsSetBy(s)) this.#assigned.add(name);
    });
  }

  isAssigned(local: string): boolean {
    return this.#assigned.has(local);
  }

  /** A name for the sum, declared before the loop; the sum itself where the loop has enough of them. */
  hoist(node: Node): Node {
    const key = expressionText(node);
    const known = this.#sums.get(key);
    if (known) return identifier(known.name);
    if (this.#sums.size >= MOST_SUMS) return node;
    const name = this.#fresh('at');
    this.#sums.set(key, { name, node });
    return identifier(name);
  }

  /** The declarations to stand before the loop. */
  declarations(): Node[] {
    return [...this.#sums.values()].map(({ name, node }) => declare('const', name, node));
  }
}

const PLAIN = new Set(['add', 'sub', 'mul', 'and', 'or', 'xor', 'shl', 'shr_s', 'shr_u']);

/** Has the expression one value for all iterations of the loop, computed by plain arithmetic? */
export function isInvariant(e: Expression, hoisting: Hoisting): boolean {
  switch (e.op) {
    case 'local':
      return !hoisting.isAssigned(e.name);
    case 'const':
    case 'static':
    case 'shared':
    case 'frame':
    case 'threads':
    case 'mythread':
    case 'regionshift':
    case 'origin':
      return true;
    case 'binary':
      return PLAIN.has(e.operator) && operandsOf(e).every((operand) => isInvariant(operand, hoisting));
    case 'unary':
      return (e.operator === 'neg' || e.operator === 'complement') && isInvariant(e.operand, hoisting);
    default:
      return false;
  }
}
