/**
 * Where a local is declared: at its first assignment when that stands before every use, else at the top as zero.
 *
 * Takes: a function of the IR. Gives: for each statement that may declare, how (`const` for a local set once).
 * One idea: the innermost block that holds all mentions of a local is its home; if the first statement there that
 * mentions it is a plain assignment, that assignment becomes the declaration.
 */
import type { Function as Definition, Expression, Statement } from '../ir/ir.ts';
import { blocksOf, expressionsOf, localsSetBy, visitExpression } from '../ir/walk.ts';

export interface Declarations {
  /** Statements that declare the local they set. */
  readonly at: ReadonlyMap<Statement, 'let' | 'const'>;
  /** Locals to be declared at the top with zero. */
  readonly top: ReadonlySet<string>;
}

interface Mention {
  readonly statement: Statement;
  readonly parent: Mention | undefined;
  /** The block of `parent` that holds the statement. */
  readonly block: readonly Statement[];
  readonly depth: number;
}

interface Use {
  /** Mention of the first statement and the block common to all so far. */
  home: Mention;
  assignments: number;
}

/** Decides for every local of the function. */
export function placeDeclarations(definition: Definition): Declarations {
  const uses = new Map<string, Use>();
  collect(definition.body, undefined, 0, uses);
  const at = new Map<Statement, 'let' | 'const'>();
  const top = new Set<string>();
  for (const { name } of definition.locals) {
    const use = uses.get(name);
    if (!use) continue;
    const { statement } = use.home;
    const declares = statement.op === 'set' && statement.local === name && !mentions(statement.value, name);
    if (declares && !at.has(statement)) at.set(statement, use.assignments === 1 ? 'const' : 'let');
    else top.add(name);
  }
  return { at, top };
}

function collect(body: readonly Statement[], parent: Mention | undefined, depth: number, uses: Map<string, Use>): void {
  for (const statement of body) {
    const here: Mention = { statement, parent, block: body, depth };
    for (const expression of expressionsOf(statement)) {
      visitExpression(expression, (e) => {
        if (e.op === 'local') mention(e.name, here, 0, uses);
      });
    }
    for (const name of localsSetBy(statement)) mention(name, here, 1, uses);
    if (statement.op === 'landing') mention(statement.activation, here, 0, uses);
    if (statement.op === 'stack.restore') mention(statement.local, here, 0, uses);
    for (const block of blocksOf(statement)) collect(block, here, depth + 1, uses);
  }
}

function mention(name: string, here: Mention, assignments: number, uses: Map<string, Use>): void {
  const use = uses.get(name);
  if (!use) uses.set(name, { home: here, assignments });
  else {
    use.assignments += assignments;
    use.home = common(use.home, here);
  }
}

/** The statement of the innermost block holding both that comes first: `a` is, or is in, the earlier one. */
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

function mentions(expression: Expression, name: string): boolean {
  let found = false;
  visitExpression(expression, (e) => {
    found ||= e.op === 'local' && e.name === name;
  });
  return found;
}
