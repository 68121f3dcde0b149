/**
 * -Wunused-variable, -parameter, -but-set-variable, -label, -value: names and values of a function that nobody reads.
 *
 * One idea: a name is used where it stands for anything but the target of a plain assignment.
 */
import type { Attribute, Expression, Identifier } from '../ast/ast.ts';
import type { TreeNode } from '../ast/tree.ts';
import type { FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';
import type { Lint } from './lint.ts';

interface Local {
  readonly symbol: ObjectSymbol;
  readonly attributes: readonly Attribute[];
}

export function unusedVariable(lint: Lint): void {
  for (const { symbol } of localsOf(lint)) {
    if (lint.outline.usesOf(lint.facts, symbol).length > 0 || symbol.location.expansion) continue;
    lint.warning('SEM3600', `unused variable '${symbol.name}'`, symbol.location);
  }
}

export function unusedButSetVariable(lint: Lint): void {
  for (const { symbol } of localsOf(lint)) {
    if (symbol.storage !== 'automatic' || symbol.location.expansion || !isSetOnly(lint, symbol)) continue;
    lint.warning('SEM3601', `variable '${symbol.name}' set but not used`, symbol.location);
  }
}

export function unusedButSetParameter(lint: Lint, { parameters }: FunctionFacts): void {
  for (const symbol of parameters) {
    if (!isSetOnly(lint, symbol)) continue;
    lint.warning('SEM3601', `parameter '${symbol.name}' set but not used`, symbol.location);
  }
}

export function unusedParameter(lint: Lint, { parameters, definition }: FunctionFacts): void {
  const excused = new Set<ObjectSymbol>();
  for (const { id, specifiers } of lint.outline.all('Parameter')) {
    const symbol = lint.facts.symbolOf[id];
    if (isExcused(specifiers.attributes) && symbol?.kind === 'object') excused.add(symbol);
  }
  const shielded = lint.outline.all('Parameter').filter(({ specifiers }) => isExcused(specifiers.attributes));
  for (const symbol of parameters) {
    if (symbol.name === '' || symbol.location.expansion || excused.has(symbol)) continue;
    if (shielded.some(({ declarator }) => declarator.location.offset === symbol.location.offset)) continue;
    if (isExcused(definition.specifiers.attributes) || lint.outline.usesOf(lint.facts, symbol).length > 0) continue;
    lint.warning('SEM3602', `unused parameter '${symbol.name}'`, symbol.location);
  }
}

export function unusedLabel(lint: Lint, { labels, labelAddresses }: FunctionFacts): void {
  const used = new Set([...lint.outline.all('Goto').map(({ label }) => label), ...labelAddresses.keys()]);
  for (const [name, { location }] of labels) {
    if (used.has(name) || location.expansion) continue;
    lint.warning('SEM3603', `label '${name}' defined but not used`, location);
  }
}

/** Declared in the function, without `__attribute__((unused))`. */
function* localsOf({ facts, outline }: Lint): Iterable<Local> {
  for (const { specifiers, declarators } of outline.all('Declaration'))
    for (const { id, attributes } of declarators) {
      const symbol = facts.symbolOf[id];
      const all = [...attributes, ...specifiers.attributes];
      if (symbol?.kind === 'object' && symbol.owner && !isExcused(all)) yield { symbol, attributes: all };
    }
}

function isExcused(attributes: readonly Attribute[]): boolean {
  return attributes.some(({ name }) => name === 'unused' || name === 'used' || name === 'cleanup');
}

function isSetOnly(lint: Lint, symbol: ObjectSymbol): boolean {
  const uses = lint.outline.usesOf(lint.facts, symbol);
  return uses.length > 0 && !symbol.type.shared && uses.every((use) => isTarget(lint, use));
}

/** The target of an assignment that is a statement, or an element or member of it. */
function isTarget(lint: Lint, name: Identifier): boolean {
  let at: TreeNode = name;
  let up = lint.outline.parentOf(at);
  for (; isPart(lint, up, at); up = lint.outline.parentOf(at)) at = up as TreeNode;
  const assignment = up as Expression & { kind: 'Assignment' };
  if (up?.kind !== 'Assignment' || assignment.operator !== '=' || assignment.left !== at) return false;
  const around = lint.outline.parentOf(up);
  return around?.kind === 'ExpressionStatement' && lint.outline.parentOf(around)?.kind !== 'StatementExpression';
}

/** `s.x` of s, `a[i]` of an array a. */
function isPart(lint: Lint, up: TreeNode | undefined, at: TreeNode): boolean {
  const node = up as Expression | undefined;
  if (node?.kind === 'Member') return !node.arrow;
  return node?.kind === 'Index' && node.array === at && lint.facts.typeOf[at.id]?.type.kind === 'array';
}

const PURE: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '&',
  '|',
  '^',
  '<<',
  '>>',
]);

export function unusedValue(lint: Lint): void {
  for (const { expression, location } of lint.outline.all('ExpressionStatement')) {
    if (!expression || location.expansion || expression.location.expansion) continue;
    if (isValueOfBlock(lint, expression)) continue;
    checkValue(lint, expression);
  }
  for (const { left } of lint.outline.all('Comma')) checkComma(lint, left);
}

function isValueOfBlock({ outline }: Lint, expression: Expression): boolean {
  const statement = outline.parentOf(expression);
  const block = statement && outline.parentOf(statement);
  return block !== undefined && outline.parentOf(block)?.kind === 'StatementExpression';
}

function checkValue(lint: Lint, node: Expression): void {
  if (node.kind === 'Comma') checkValue(lint, node.right);
  else if (isIdle(lint, node)) lint.warning('SEM3604', 'statement with no effect', node.location);
  else if (node.kind === 'Unary' && node.operator === '*' && !isVolatile(lint, node))
    lint.warning('SEM3604', 'value computed is not used', node.location);
}

function checkComma(lint: Lint, node: Expression): void {
  if (node.location.expansion || node.kind === 'Comma' || !isIdle(lint, node)) return;
  lint.warning('SEM3604', 'left-hand operand of comma expression has no effect', node.location);
}

function isVolatile({ facts }: Lint, { id }: Expression): boolean {
  const type = facts.typeOf[id];
  return type?.volatile === true || type?.shared !== undefined || type?.type.kind === 'void';
}

/** Names, numbers and their arithmetic. */
function isIdle(lint: Lint, node: Expression): boolean {
  switch (node.kind) {
    case 'Identifier':
    case 'IntegerLiteral':
    case 'FloatingLiteral':
    case 'CharacterLiteral':
      return !node.location.expansion && !isVolatile(lint, node);
    case 'Binary':
      return PURE.has(node.operator) && isIdle(lint, node.left) && isIdle(lint, node.right);
    default:
      return false;
  }
}
