/**
 * Simplifies control flow: branches on constants, code behind jumps, blocks that nothing leaves early.
 *
 * No label is that of a statement around it, so that a block may be dissolved without its jumps meeting another target.
 */
import { isDroppable, not } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { hasBlocks, mapBlocksOf, visitStatements } from '../../ir/walk.ts';

export function simplifyControlFlow(definition: Definition): Definition {
  const body = simplifyBlock(definition.body);
  return body === definition.body ? definition : { ...definition, body };
}

function simplifyBlock(body: readonly Statement[]): readonly Statement[] {
  const result: Statement[] = [];
  for (const statement of body) {
    if (hasBlocks(statement) || statement.op === 'evaluate')
      result.push(...simplify(mapBlocksOf(statement, simplifyBlock)));
    else result.push(statement);
    if (neverEnds(result.at(-1))) break;
  }
  const same = result.length === body.length && result.every((statement, index) => statement === body[index]);
  return same ? body : result;
}

/** Control never comes to what follows the statement. */
export function neverEnds(s: Statement | undefined): boolean {
  switch (s?.op) {
    case 'return':
    case 'break':
    case 'continue':
      return true;
    case 'if':
      return neverEnds(s.then.at(-1)) && neverEnds(s.otherwise.at(-1));
    case 'loop':
      return s.test === undefined && !jumpsTo(s.body, s.label, 'break');
    case 'block':
      return neverEnds(s.body.at(-1)) && !jumpsTo(s.body, s.label, 'break');
    default:
      return false;
  }
}

const truth = (test: Expression | undefined): boolean | undefined =>
  test?.op === 'const' ? Number(test.value) !== 0 : undefined;

function simplify(s: Statement): readonly Statement[] {
  switch (s.op) {
    case 'if':
      return simplifyIf(s);
    case 'loop':
      return simplifyLoop(s);
    case 'block':
      return simplifyLabelled(s);
    case 'evaluate':
      return isDroppable(s.value) ? [] : [s];
    default:
      return [s];
  }
}

function simplifyIf(s: Extract<Statement, { op: 'if' }>): readonly Statement[] {
  const known = truth(s.test);
  if (known !== undefined) return known ? s.then : s.otherwise;
  if (s.then.length > 0) return [s];
  if (s.otherwise.length > 0) return [{ ...s, test: not(s.test), then: s.otherwise, otherwise: [] }];
  return isDroppable(s.test) ? [] : [{ op: 'evaluate', value: s.test, at: s.at }];
}

function simplifyLoop(s: Extract<Statement, { op: 'loop' }>): readonly Statement[] {
  const known = truth(s.test);
  if (known === true) {
    const { test: _, ...endless } = s;
    return [{ ...endless, kind: 'while' }];
  }
  if (known !== false) return [s];
  if (s.kind === 'while') return [];
  // do ... while (0): once, and `break` and `continue` both leave it.
  const leaves = jumpsTo(s.body, s.label, 'break') || jumpsTo(s.body, s.label, 'continue');
  if (!leaves) return s.body;
  return [{ op: 'block', label: s.label, body: continuesAsBreaks(s.body, s.label), at: s.at }];
}

function continuesAsBreaks(body: readonly Statement[], label: string): readonly Statement[] {
  return body.map((s) => {
    if (s.op === 'continue' && s.label === label) return { ...s, op: 'break' as const };
    return mapBlocksOf(s, (inner) => continuesAsBreaks(inner, label));
  });
}

/** A block whose only jumps to its end stand at its end, or that has none, is its statements. */
function simplifyLabelled(s: Extract<Statement, { op: 'block' }>): readonly Statement[] {
  const last = s.body.at(-1);
  const body = last?.op === 'break' && last.label === s.label ? s.body.slice(0, -1) : s.body;
  if (!jumpsTo(body, s.label, 'break')) return body;
  return body === s.body ? [s] : [{ ...s, body }];
}

function jumpsTo(body: readonly Statement[], label: string, kind: 'break' | 'continue'): boolean {
  let found = false;
  visitStatements(body, (s) => {
    found ||= s.op === kind && s.label === label;
    found ||= kind === 'continue' && s.op === 'landing' && s.label === label;
  });
  return found;
}
