/** -Waddress: tests of what is never null, and comparisons with the address of a string literal. */
import type { Binary, Expression } from '../ast/ast.ts';
import type { Symbol as Name } from '../semantics/facts.ts';
import type { Lint } from './lint.ts';

const CODE = 'SEM3614';

export function address(lint: Lint): void {
  for (const test of tests(lint)) {
    const name = neverNull(lint, test);
    if (name === undefined || test.location.expansion) continue;
    lint.warning(CODE, `the address of '${name}' will always evaluate as 'true'`, test.location);
  }
  for (const node of lint.outline.all('Binary'))
    if (node.operator === '==' || node.operator === '!=') compared(lint, node);
}

/** Expressions of which only the truth counts. */
function* tests({ outline }: Lint): Iterable<Expression> {
  for (const kind of ['If', 'While', 'DoWhile', 'For', 'Conditional'] as const)
    for (const { test } of outline.all(kind)) if (test) yield test;
  for (const { operator, operand } of outline.all('Unary')) if (operator === '!') yield operand;
  for (const { operator, left, right } of outline.all('Binary'))
    if (operator === '&&' || operator === '||') yield* [left, right];
}

function compared(lint: Lint, node: Binary): void {
  if (node.location.expansion) return;
  if (node.left.kind === 'StringLiteral' || node.right.kind === 'StringLiteral') {
    if (!isNull(lint, node.left) && !isNull(lint, node.right))
      lint.warning(CODE, 'comparison with string literal results in unspecified behavior', node.location);
    return;
  }
  const name = nameCompared(lint, node.left, node.right) ?? nameCompared(lint, node.right, node.left);
  if (name === undefined) return;
  const always = node.operator === '==' ? 'false' : 'true';
  const text = `the comparison will always evaluate as '${always}' for the address of '${name}' will never be NULL`;
  lint.warning(CODE, text, node.location);
}

function nameCompared(lint: Lint, operand: Expression, other: Expression): string | undefined {
  return isNull(lint, other) ? neverNull(lint, operand) : undefined;
}

function isNull({ facts }: Lint, node: Expression): boolean {
  const constant = facts.constantOf[node.id];
  return constant?.kind === 'integer' && constant.value === 0n;
}

/** A weak function may be missing: its address is tested for that. */
function isWeak({ facts, unit }: Lint, symbol: Name | undefined): boolean {
  return unit.declarations.some(
    (each) =>
      each.kind === 'Declaration' &&
      each.declarators.some(
        ({ id, attributes }) =>
          facts.symbolOf[id] === symbol &&
          [...attributes, ...each.specifiers.attributes].some(({ name }) => name === 'weak'),
      ),
  );
}

/** The name of the object or function whose address the expression is. */
function neverNull(lint: Lint, node: Expression): string | undefined {
  if (node.kind === 'Unary') return node.operator === '&' ? nameOf(lint, node.operand) : undefined;
  const kind = lint.facts.typeOf[node.id]?.type.kind;
  return kind === 'array' || kind === 'function' ? nameOf(lint, node) : undefined;
}

function nameOf(lint: Lint, node: Expression): string | undefined {
  const { facts } = lint;
  if (node.kind === 'Identifier') return isWeak(lint, facts.symbolOf[node.id]) ? undefined : node.name;
  return node.kind === 'Member' && facts.typeOf[node.id]?.type.kind === 'array' ? node.name : undefined;
}
