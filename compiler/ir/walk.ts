/**
 * Walks over IR and makes changed copies of it.
 *
 * One idea: a tree is never written to; a map gives the same node back when nothing in it changed, so that passes
 * are cheap and can tell by identity whether they did anything.
 */
import { operandsOf } from './builders.ts';
import type { Expression, OwnElements, Statement } from './ir.ts';

export type ExpressionMap = (expression: Expression) => Expression;

function mapList<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let changed = false;
  const mapped = list.map((item) => {
    const result = change(item);
    changed ||= result !== item;
    return result;
  });
  return changed ? mapped : list;
}

/** A copy with the given fields, or the node itself when each field is what it was. */
function changed<T extends object>(node: T, fields: Partial<T>): T {
  for (const key of Object.keys(fields) as (keyof T)[]) {
    if (fields[key] !== node[key]) return { ...node, ...fields };
  }
  return node;
}

/** Applies `change` to each operand of the expression, not to the expression itself. */
export function mapOperands(e: Expression, change: ExpressionMap): Expression {
  switch (e.op) {
    case 'load':
    case 'threadof':
      return changed(e, { address: change(e.address) });
    case 'unary':
    case 'convert':
    case 'lane':
      return changed(e, { operand: change(e.operand) });
    case 'vector':
      return changed(e, { operands: mapList(e.operands, change) });
    case 'binary':
    case 'shuffle':
      return changed(e, { left: change(e.left), right: change(e.right) });
    case 'select':
      return changed(e, { test: change(e.test), then: change(e.then), otherwise: change(e.otherwise) });
    case 'pure':
      return changed(e, { arguments: mapList(e.arguments, change) });
    case 'element':
      return changed(e, { base: change(e.base), index: change(e.index) });
    case 'advance':
      return changed(e, {
        address: change(e.address),
        ...(e.phase && { phase: change(e.phase) }),
        count: change(e.count),
      });
    case 'advance.phase':
      return changed(e, { phase: change(e.phase), count: change(e.count) });
    case 'counterpart':
      return changed(e, { address: change(e.address), thread: change(e.thread) });
    case 'difference':
      return changed(e, {
        left: change(e.left),
        ...(e.leftPhase && { leftPhase: change(e.leftPhase) }),
        right: change(e.right),
        ...(e.rightPhase && { rightPhase: change(e.rightPhase) }),
      });
    default:
      return e;
  }
}

/** Rebuilds the expression from its leaves up. */
export function mapExpression(expression: Expression, change: ExpressionMap): Expression {
  return change(mapOperands(expression, (operand) => mapExpression(operand, change)));
}

/** Calls `visit` for the expression and all in it. */
export function visitExpression(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression);
  for (const operand of operandsOf(expression)) visitExpression(operand, visit);
}

/** The expressions that a statement itself evaluates, in order; not those of the statements in it. */
export function expressionsOf(s: Statement): readonly Expression[] {
  switch (s.op) {
    case 'set':
    case 'evaluate':
    case 'switch':
      return [s.value];
    case 'store':
    case 'put':
    case 'put.start':
      return [s.address, s.value];
    case 'get':
    case 'get.start':
      return [s.address];
    case 'copy':
      return [s.destination, s.source, s.size];
    case 'fill':
      return [s.address, s.byte, s.size];
    case 'call':
      return 'table' in s.callee ? [s.callee.table, ...s.arguments] : s.arguments;
    case 'if':
      return [s.test];
    case 'loop':
      return s.own ? [...(s.test ? [s.test] : []), s.own.place] : s.test ? [s.test] : [];
    case 'return':
      return s.values;
    case 'notify':
    case 'wait':
    case 'barrier':
      return s.value ? [s.value] : [];
    case 'stack.allocate':
      return [s.size];
    default:
      return [];
  }
}

/** The blocks of statements in a statement. */
export function blocksOf(s: Statement): readonly (readonly Statement[])[] {
  switch (s.op) {
    case 'if':
      return [s.then, s.otherwise];
    case 'loop':
      return [s.body, s.step];
    case 'block':
    case 'landing':
      return [s.body];
    case 'switch':
      return s.arms.map((arm) => arm.body);
    default:
      return [];
  }
}

/** Locals that the statement itself sets. */
export function localsSetBy(s: Statement): readonly string[] {
  switch (s.op) {
    case 'set':
    case 'get':
    case 'get.start':
    case 'get.sync':
    case 'stack.save':
    case 'stack.allocate':
      return [s.local];
    case 'call':
      return s.results;
    case 'landing':
      return [s.site, s.value];
    default:
      return [];
  }
}

/** Applies `change` to each expression that the statement itself evaluates. */
export function mapExpressionsOf(s: Statement, change: ExpressionMap): Statement {
  switch (s.op) {
    case 'set':
    case 'evaluate':
    case 'switch':
      return changed(s, { value: change(s.value) });
    case 'store':
    case 'put':
    case 'put.start':
      return changed(s, { address: change(s.address), value: change(s.value) });
    case 'get':
    case 'get.start':
      return changed(s, { address: change(s.address) });
    case 'copy':
      return changed(s, { destination: change(s.destination), source: change(s.source), size: change(s.size) });
    case 'fill':
      return changed(s, { address: change(s.address), byte: change(s.byte), size: change(s.size) });
    case 'call':
      return changed(s, {
        callee: 'table' in s.callee ? changed(s.callee, { table: change(s.callee.table) }) : s.callee,
        arguments: mapList(s.arguments, change),
      });
    case 'if':
      return changed(s, { test: change(s.test) });
    case 'loop':
      return changed(s, { ...(s.test && { test: change(s.test) }), ...(s.own && { own: mapFacts(s.own, change) }) });
    case 'return':
      return changed(s, { values: mapList(s.values, change) });
    case 'notify':
    case 'wait':
    case 'barrier':
      return s.value ? changed(s, { value: change(s.value) }) : s;
    case 'stack.allocate':
      return changed(s, { size: change(s.size) });
    default:
      return s;
  }
}

const mapFacts = (own: OwnElements, change: ExpressionMap): OwnElements => changed(own, { place: change(own.place) });

/** Applies `change` to each block in the statement. */
export function mapBlocksOf(s: Statement, change: (body: readonly Statement[]) => readonly Statement[]): Statement {
  switch (s.op) {
    case 'if':
      return changed(s, { then: change(s.then), otherwise: change(s.otherwise) });
    case 'loop':
      return changed(s, { body: change(s.body), step: change(s.step) });
    case 'block':
    case 'landing':
      return changed(s, { body: change(s.body) });
    case 'switch':
      return changed(s, { arms: mapList(s.arms, (arm) => changed(arm, { body: change(arm.body) })) });
    default:
      return s;
  }
}

/** Rebuilds statements from the inside out; what `change` gives takes the place of the statement. */
export function mapStatements(
  body: readonly Statement[],
  change: (statement: Statement) => Statement | readonly Statement[],
): readonly Statement[] {
  let same = true;
  const result: Statement[] = [];
  for (const statement of body) {
    const inner = mapBlocksOf(statement, (block) => mapStatements(block, change));
    const made = change(inner);
    if (made === statement) result.push(statement);
    else {
      same = false;
      if (Array.isArray(made)) result.push(...(made as Statement[]));
      else result.push(made as Statement);
    }
  }
  return same ? body : result;
}

/** Puts what `change` gives in the place of each statement of the block itself; the block if all are what they were. */
export function mapEach(
  body: readonly Statement[],
  change: (statement: Statement) => readonly Statement[],
): readonly Statement[] {
  const result = body.flatMap(change);
  const same = result.length === body.length && result.every((s, index) => s === body[index]);
  return same ? body : result;
}

/**
 * The same for the blocks within too, which come first: `change` is given a statement whose blocks are done, what has been
 * made of those before it, and what it was.
 */
export function mapInnerFirst(
  body: readonly Statement[],
  change: (statement: Statement, before: readonly Statement[], was: Statement) => readonly Statement[],
): readonly Statement[] {
  const result: Statement[] = [];
  let same = true;
  for (const was of body) {
    const made = change(
      mapBlocksOf(was, (block) => mapInnerFirst(block, change)),
      result,
      was,
    );
    same &&= made.length === 1 && made[0] === was;
    result.push(...made);
  }
  return same ? body : result;
}

/** Calls `visit` for each statement, outer before inner. */
export function visitStatements(body: readonly Statement[], visit: (statement: Statement) => void): void {
  for (const statement of body) {
    visit(statement);
    for (const block of blocksOf(statement)) visitStatements(block, visit);
  }
}

/** Is one of the function's statements so? */
export function some(
  { body }: { readonly body: readonly Statement[] },
  is: (statement: Statement) => boolean,
): boolean {
  return body.some((s) => is(s) || blocksOf(s).some((block) => some({ body: block }, is)));
}

/** Calls `visit` for every expression in the statements. */
export function visitExpressions(body: readonly Statement[], visit: (expression: Expression) => void): void {
  visitStatements(body, (statement) => {
    for (const expression of expressionsOf(statement)) visitExpression(expression, visit);
  });
}
