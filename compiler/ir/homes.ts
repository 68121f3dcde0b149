/**
 * Dominating definitions of locals: the first assignment, if it precedes every use.
 *
 * Takes: a function. Gives: for each local, the numbers of its definitions and uses and, if there is one, the `set`
 * that dominates every other mention. One idea: the innermost block that contains all mentions of a local is its home;
 * if the first statement there that mentions it is a plain assignment, that dominates all other mentions.
 */
import type { Function as Definition, Expression, SetLocal, Statement } from './ir.ts';
import { blocksOf, expressionsOf, hasBlocks, localsSetBy, visitExpression, visitExpressionsOf } from './walk.ts';

export interface LocalUse {
  /** The assignment that dominates every other mention. */
  readonly first: SetLocal | undefined;
  /** The statement, of any kind, that defines only this local and dominates every other mention. */
  readonly origin: Statement | undefined;
  readonly assignments: number;
  readonly reads: number;
}

/** Uses of every mentioned local and parameter. */
export function localUses(definition: Definition): ReadonlyMap<string, LocalUse> {
  const uses = new Map<string, Use>();
  collect(definition.body, undefined, 0, uses);
  return uses;
}

/** The statement if it defines only this local and does not read it. */
function originOf(name: string, statement: Statement): Statement | undefined {
  const set = localsSetBy(statement);
  const sets = set.length === 1 && set[0] === name && blocksOf(statement).length === 0;
  return sets && !expressionsOf(statement).some((e) => mentions(e, name)) ? statement : undefined;
}

interface Mention {
  readonly statement: Statement;
  readonly parent: Mention | undefined;
  /** The block of `parent` that contains the statement. */
  readonly block: readonly Statement[];
  readonly depth: number;
}

/** Computed lazily: most queries concern few locals. */
class Use implements LocalUse {
  assignments = 0;
  reads = 0;

  constructor(
    private readonly name: string,
    /** The first statement that mentions the local, or that contains all mentions. */
    public home: Mention,
  ) {}

  get origin(): Statement | undefined {
    return originOf(this.name, this.home.statement);
  }

  get first(): SetLocal | undefined {
    const { origin } = this;
    return origin?.op === 'set' ? origin : undefined;
  }
}

function collect(body: readonly Statement[], parent: Mention | undefined, depth: number, uses: Map<string, Use>): void {
  let here: Mention;
  const read = (e: Expression): void => {
    if (e.op === 'local') mention(e.name, here, 'reads', uses);
  };
  for (const statement of body) {
    here = { statement, parent, block: body, depth };
    visitExpressionsOf(statement, read);
    for (const name of localsSetBy(statement)) mention(name, here, 'assignments', uses);
    if (statement.op === 'landing') mention(statement.activation, here, 'reads', uses);
    if (statement.op === 'stack.restore') mention(statement.local, here, 'reads', uses);
    if (hasBlocks(statement)) for (const block of blocksOf(statement)) collect(block, here, depth + 1, uses);
  }
}

function mention(name: string, here: Mention, how: 'assignments' | 'reads', uses: Map<string, Use>): void {
  let use = uses.get(name);
  if (use) use.home = common(use.home, here);
  else {
    use = new Use(name, here);
    uses.set(name, use);
  }
  use[how]++;
}

/** The first of the two statements, in the innermost block that contains both: `a` is, or is in, the earlier one. */
function common(a: Mention, b: Mention): Mention {
  let first = a;
  let other: Mention = b;
  while (other.depth > first.depth) other = other.parent as Mention;
  while (first.depth > other.depth) first = first.parent as Mention;
  while (first.block !== other.block) {
    first = first.parent as Mention;
    other = other.parent as Mention;
  }
  return first;
}

/** Does the expression read the local? */
export function mentions(expression: Expression, name: string): boolean {
  let found = false;
  visitExpression(expression, (e) => {
    found ||= e.op === 'local' && e.name === name;
  });
  return found;
}
