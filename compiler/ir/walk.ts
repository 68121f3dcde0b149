/**
 * Visitors and transformations of IR.
 *
 * One idea: trees are immutable; a map returns the same node if nothing in it changed, so that passes are cheap and
 * detect changes by identity.
 */
import { operandsOf } from './builders.ts';
import type { Expression, OwnElements, Statement } from './ir.ts';

/** The shared empty list, for most lists of most nodes. */
const NONE: readonly never[] = [];

export type ExpressionMap = (expression: Expression) => Expression;

function mapList<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let mapped: T[] | undefined;
  for (let index = 0; index < list.length; index++) {
    const item = list[index] as T;
    const result = change(item);
    if (result !== item) mapped ??= list.slice(0, index);
    mapped?.push(result);
  }
  return mapped ?? list;
}

/** Applies `change` to each operand of the expression, not to the expression itself. */
export function mapOperands(e: Expression, change: ExpressionMap): Expression {
  switch (e.op) {
    case 'const':
    case 'local':
      return e;
    case 'load':
    case 'threadof': {
      const address = change(e.address);
      return address === e.address ? e : { ...e, address };
    }
    case 'unary':
    case 'convert':
    case 'lane':
    case 'bitmask': {
      const operand = change(e.operand);
      return operand === e.operand ? e : { ...e, operand };
    }
    case 'vector': {
      const operands = mapList(e.operands, change);
      return operands === e.operands ? e : { ...e, operands };
    }
    case 'binary':
    case 'shuffle': {
      const left = change(e.left);
      const right = change(e.right);
      return left === e.left && right === e.right ? e : { ...e, left, right };
    }
    case 'select': {
      const test = change(e.test);
      const then = change(e.then);
      const otherwise = change(e.otherwise);
      const isSame = test === e.test && then === e.then && otherwise === e.otherwise;
      return isSame ? e : { ...e, test, then, otherwise };
    }
    case 'pure': {
      const list = mapList(e.arguments, change);
      return list === e.arguments ? e : { ...e, arguments: list };
    }
    default:
      return mapSharedOperands(e, change);
  }
}

function mapSharedOperands(e: Expression, change: ExpressionMap): Expression {
  switch (e.op) {
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

/** A copy with the given fields, or the node itself when each field is unchanged. */
function changed<T extends object>(node: T, fields: Partial<T>): T {
  for (const key of Object.keys(fields) as (keyof T)[]) {
    if (fields[key] !== node[key]) return { ...node, ...fields };
  }
  return node;
}

/** Rebuilds the expression from its leaves up. */
export function mapExpression(expression: Expression, change: ExpressionMap): Expression {
  const whole = (e: Expression): Expression => change(mapOperands(e, whole));
  return whole(expression);
}

/** Calls `visit` for the expression and its subexpressions. The most frequent kinds come first and allocate no list. */
export function visitExpression(expression: Expression, visit: (expression: Expression) => void): void {
  visit(expression);
  switch (expression.op) {
    case 'const':
    case 'local':
    case 'static':
    case 'frame':
    case 'shared':
    case 'threads':
    case 'mythread':
      return;
    case 'load':
      visitExpression(expression.address, visit);
      return;
    case 'unary':
    case 'convert':
      visitExpression(expression.operand, visit);
      return;
    case 'binary':
      visitExpression(expression.left, visit);
      visitExpression(expression.right, visit);
      return;
    default:
      for (const operand of operandsOf(expression)) visitExpression(operand, visit);
  }
}

/** The expressions that a statement itself evaluates, in order; not those of nested statements. */
export function expressionsOf(s: Statement): readonly Expression[] {
  switch (s.op) {
    case 'set':
    case 'evaluate':
    case 'switch':
      return [s.value];
    case 'store':
      return [s.address, s.value];
    case 'put':
    case 'put.start':
      return s.rank ? [s.rank, s.address, s.value] : [s.address, s.value];
    case 'get':
    case 'get.start':
      return s.rank ? [s.rank, s.address] : [s.address];
    case 'copy':
      return [s.destinationRank, s.destination, s.sourceRank, s.source, s.size].filter((e) => e !== undefined);
    case 'fill':
      return [s.address, s.byte, s.size];
    case 'call':
      return 'table' in s.callee ? [s.callee.table, ...s.arguments] : s.arguments;
    case 'if':
      return [s.test];
    case 'loop':
      return s.own ? [...(s.test ? [s.test] : []), s.own.place] : s.test ? [s.test] : NONE;
    case 'return':
      return s.values;
    case 'notify':
    case 'wait':
    case 'barrier':
      return s.value ? [s.value] : NONE;
    case 'stack.allocate':
      return [s.size];
    case 'charge':
      return s.times ? [s.times] : NONE;
    default:
      return NONE;
  }
}

/** Calls `visit` for the expressions that a statement itself evaluates and their subexpressions. */
export function visitExpressionsOf(s: Statement, visit: (expression: Expression) => void): void {
  switch (s.op) {
    case 'set':
    case 'evaluate':
    case 'switch':
      visitExpression(s.value, visit);
      return;
    case 'store':
      visitExpression(s.address, visit);
      visitExpression(s.value, visit);
      return;
    case 'if':
      visitExpression(s.test, visit);
      return;
    default:
      for (const expression of expressionsOf(s)) visitExpression(expression, visit);
  }
}

/** The nested blocks of a statement. */
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
      return NONE;
  }
}

/** Locals defined by the statement itself. */
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
      return NONE;
  }
}

/** Applies `change` to each expression that the statement itself evaluates. */
export function mapExpressionsOf(s: Statement, change: ExpressionMap): Statement {
  switch (s.op) {
    case 'set':
    case 'evaluate':
    case 'switch': {
      const value = change(s.value);
      return value === s.value ? s : { ...s, value };
    }
    case 'store': {
      const address = change(s.address);
      const value = change(s.value);
      return address === s.address && value === s.value ? s : { ...s, address, value };
    }
    case 'put':
    case 'put.start':
      return changed(s, {
        ...(s.rank && { rank: change(s.rank) }),
        address: change(s.address),
        value: change(s.value),
      });
    case 'get':
    case 'get.start':
      return changed(s, { ...(s.rank && { rank: change(s.rank) }), address: change(s.address) });
    case 'if': {
      const test = change(s.test);
      return test === s.test ? s : { ...s, test };
    }
    case 'call': {
      const callee = 'table' in s.callee ? changed(s.callee, { table: change(s.callee.table) }) : s.callee;
      const list = mapList(s.arguments, change);
      return callee === s.callee && list === s.arguments ? s : { ...s, callee, arguments: list };
    }
    case 'return': {
      const values = mapList(s.values, change);
      return values === s.values ? s : { ...s, values };
    }
    case 'copy':
      return changed(s, {
        ...(s.destinationRank && { destinationRank: change(s.destinationRank) }),
        destination: change(s.destination),
        ...(s.sourceRank && { sourceRank: change(s.sourceRank) }),
        source: change(s.source),
        size: change(s.size),
      });
    case 'fill':
      return changed(s, { address: change(s.address), byte: change(s.byte), size: change(s.size) });
    case 'loop':
      return changed(s, { ...(s.test && { test: change(s.test) }), ...(s.own && { own: mapFacts(s.own, change) }) });
    case 'notify':
    case 'wait':
    case 'barrier':
      return s.value ? changed(s, { value: change(s.value) }) : s;
    case 'stack.allocate':
      return changed(s, { size: change(s.size) });
    case 'charge':
      return s.times ? changed(s, { times: change(s.times) }) : s;
    default:
      return s;
  }
}

const mapFacts = (own: OwnElements, change: ExpressionMap): OwnElements => changed(own, { place: change(own.place) });

/** Applies `change` to each nested block. */
export function mapBlocksOf(s: Statement, change: (body: readonly Statement[]) => readonly Statement[]): Statement {
  switch (s.op) {
    case 'if': {
      const then = change(s.then);
      const otherwise = change(s.otherwise);
      return then === s.then && otherwise === s.otherwise ? s : { ...s, then, otherwise };
    }
    case 'loop': {
      const body = change(s.body);
      const step = change(s.step);
      return body === s.body && step === s.step ? s : { ...s, body, step };
    }
    case 'block':
    case 'landing': {
      const body = change(s.body);
      return body === s.body ? s : { ...s, body };
    }
    case 'switch': {
      const arms = mapList(s.arms, (arm) => changed(arm, { body: change(arm.body) }));
      return arms === s.arms ? s : { ...s, arms };
    }
    default:
      return s;
  }
}

/** Rebuilds statements bottom-up; the result of `change` replaces the statement. */
export function mapStatements(
  body: readonly Statement[],
  change: (statement: Statement) => Statement | readonly Statement[],
): readonly Statement[] {
  let same = true;
  const result: Statement[] = [];
  for (const statement of body) {
    const inner = hasBlocks(statement) ? mapBlocksOf(statement, (block) => mapStatements(block, change)) : statement;
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

/** Replaces each statement of the block itself by the result of `change`; returns the block if all are unchanged. */
export function mapEach(
  body: readonly Statement[],
  change: (statement: Statement) => readonly Statement[],
): readonly Statement[] {
  let result: Statement[] | undefined;
  for (let index = 0; index < body.length; index++) {
    const statement = body[index] as Statement;
    const made = change(statement);
    if (made.length !== 1 || made[0] !== statement) result ??= body.slice(0, index);
    result?.push(...made);
  }
  return result ?? body;
}

/**
 * The same for nested blocks too, bottom-up: `change` gets a statement whose blocks are rebuilt, the statements rebuilt
 * before it, and the original.
 */
export function mapInnerFirst(
  body: readonly Statement[],
  change: (statement: Statement, before: readonly Statement[], was: Statement) => readonly Statement[],
): readonly Statement[] {
  const result: Statement[] = [];
  let same = true;
  for (const was of body) {
    const inner = hasBlocks(was) ? mapBlocksOf(was, (block) => mapInnerFirst(block, change)) : was;
    const made = change(inner, result, was);
    same &&= made.length === 1 && made[0] === was;
    result.push(...made);
  }
  return same ? body : result;
}

/** Calls `visit` for each statement, outer before inner; allocates no list of nested blocks. */
export function visitStatements(body: readonly Statement[], visit: (statement: Statement) => void): void {
  for (let index = 0; index < body.length; index++) {
    const s = body[index] as Statement;
    visit(s);
    switch (s.op) {
      case 'if':
        visitStatements(s.then, visit);
        visitStatements(s.otherwise, visit);
        break;
      case 'loop':
        visitStatements(s.body, visit);
        visitStatements(s.step, visit);
        break;
      case 'block':
      case 'landing':
        visitStatements(s.body, visit);
        break;
      case 'switch':
        for (const arm of s.arms) visitStatements(arm.body, visit);
    }
  }
}

/** Statements with nested blocks. */
export function hasBlocks({ op }: Statement): boolean {
  return op === 'if' || op === 'loop' || op === 'block' || op === 'switch' || op === 'landing';
}

/** Does any of the function's statements satisfy `is`? */
export function some(
  { body }: { readonly body: readonly Statement[] },
  is: (statement: Statement) => boolean,
): boolean {
  return someIn(body, is);
}

/** The same of statements. */
export function someIn(body: readonly Statement[], is: (statement: Statement) => boolean): boolean {
  for (let index = 0; index < body.length; index++) {
    const s = body[index] as Statement;
    if (is(s)) return true;
    switch (s.op) {
      case 'if':
        if (someIn(s.then, is) || someIn(s.otherwise, is)) return true;
        break;
      case 'loop':
        if (someIn(s.body, is) || someIn(s.step, is)) return true;
        break;
      case 'block':
      case 'landing':
        if (someIn(s.body, is)) return true;
        break;
      case 'switch':
        if (s.arms.some((arm) => someIn(arm.body, is))) return true;
    }
  }
  return false;
}

/** Calls `visit` for every expression in the statements. */
export function visitExpressions(body: readonly Statement[], visit: (expression: Expression) => void): void {
  visitStatements(body, (statement) => visitExpressionsOf(statement, visit));
}

/** Names of the locals that an expression reads. */
export function localsIn(e: Expression): Set<string> {
  const names = new Set<string>();
  visitExpression(e, (inner) => inner.op === 'local' && names.add(inner.name));
  return names;
}
