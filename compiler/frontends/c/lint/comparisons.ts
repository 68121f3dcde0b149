/**
 * -Wsign-compare, -Wtype-limits, -Wtautological-compare, -Wbool-compare: comparisons that do not ask what they seem to.
 */
import type { Binary, Expression } from '../ast/ast.ts';
import { integerOf, isInteger } from '../semantics/types/primitives.ts';
import type { IntegerType } from '../semantics/types/types.ts';
import { typeText } from '../semantics/types/typetext.ts';
import type { Lint } from './lint.ts';
import { spelled } from './spelling.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '==', '!=']);
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function* comparisons({ outline }: Lint): Iterable<Binary> {
  for (const node of outline.all('Binary')) if (COMPARISONS.has(node.operator)) yield node;
}

/** The integer type of an operand, before any conversion; of a bit-field none. */
function ownType({ facts }: Lint, { id }: Expression): IntegerType | undefined {
  const type = facts.typeOf[id]?.type;
  const isBitField = facts.memberOf[id]?.at(-1)?.bitField !== undefined;
  return type && isInteger(type) && !isBitField ? integerOf(type) : undefined;
}

/** A signed operand, that may be negative, is compared as an unsigned number. */
export function signCompare(lint: Lint): void {
  for (const node of comparisons(lint)) {
    const [left, right] = [ownType(lint, node.left), ownType(lint, node.right)];
    if (!left || !right || isThreadNumber(lint, node.left) || isThreadNumber(lint, node.right)) continue;
    const clash = mixes(lint, node.left, left, right) || mixes(lint, node.right, right, left);
    if (!clash) continue;
    const types = `'${typeText({ type: left })}' and '${typeText({ type: right })}'`;
    lint.warning('SEM3610', `comparison of integer expressions of different signedness: ${types}`, node.location);
  }
}

/** Threads and phases are size_t by name only: they fit an int. */
function isThreadNumber({ facts }: Lint, node: Expression): boolean {
  const callee = node.kind === 'Call' ? facts.symbolOf[node.callee.id]?.name : undefined;
  return callee === 'upc_threadof' || callee === 'upc_phaseof';
}

function mixes(lint: Lint, node: Expression, own: IntegerType, other: IntegerType): boolean {
  const isUnsigned = !other.signed && other.size >= Math.max(own.size, 4);
  return own.signed && isUnsigned && !isNeverNegative(lint, node);
}

/** gcc's tree_expr_nonnegative: constants, comparisons, masks with a constant that is not negative. */
function isNeverNegative(lint: Lint, node: Expression): boolean {
  const constant = lint.facts.constantOf[node.id];
  if (constant) return constant.kind === 'integer' && constant.value >= 0n;
  const type = ownType(lint, node);
  if (type && !type.signed && type.size < 4) return true;
  switch (node.kind) {
    case 'Binary':
      if (COMPARISONS.has(node.operator) || node.operator === '&&' || node.operator === '||') return true;
      if (node.operator === '&') return isNeverNegative(lint, node.left) || isNeverNegative(lint, node.right);
      if (node.operator === '-' || node.operator === '<<') return false;
      return isNeverNegative(lint, node.left) && (node.operator === '%' || isNeverNegative(lint, node.right));
    case 'Unary':
      return node.operator === '!';
    case 'Conditional':
      return !!node.then && isNeverNegative(lint, node.then) && isNeverNegative(lint, node.otherwise);
    case 'Cast':
      return !!type && !type.signed;
    case 'MyThread':
    case 'Threads':
      return true;
    default:
      return false;
  }
}

function limitsOf({ size, signed }: IntegerType): { lowest: bigint; highest: bigint } {
  const bits = BigInt(8 * size);
  return signed
    ? { lowest: -(1n << (bits - 1n)), highest: (1n << (bits - 1n)) - 1n }
    : { lowest: 0n, highest: (1n << bits) - 1n };
}

/** Comparisons that the type of an operand decides: an unsigned number below 0. */
export function typeLimits(lint: Lint): void {
  for (const node of comparisons(lint)) {
    if (node.location.expansion || lint.facts.constantOf[node.id]) continue;
    limit(lint, node, node.left, node.operator, node.right);
    limit(lint, node, node.right, MIRRORED[node.operator] ?? node.operator, node.left);
  }
}

function limit(lint: Lint, node: Binary, operand: Expression, operator: string, bound: Expression): void {
  const constant = lint.facts.constantOf[bound.id];
  const type = ownType(lint, operand);
  if (!type || constant?.kind !== 'integer' || lint.facts.constantOf[operand.id] || type.name === '_Bool') return;
  const { value } = constant;
  if (!type.signed && value === 0n && (operator === '<' || operator === '>=')) {
    const always = operator === '<' ? 'false' : 'true';
    lint.warning('SEM3611', `comparison of unsigned expression in '${operator} 0' is always ${always}`, node.location);
    return;
  }
  const { lowest, highest } = limitsOf(type);
  const certain = verdict(operator, value, lowest, highest);
  if (type.size >= 4 || certain === undefined) return;
  lint.warning('SEM3611', `comparison is always ${certain} due to limited range of data type`, node.location);
}

function verdict(operator: string, value: bigint, lowest: bigint, highest: bigint): boolean | undefined {
  if (operator === '==' || operator === '!=') return value < lowest || value > highest ? operator === '!=' : undefined;
  const [least, most] = [compare(operator, lowest, value), compare(operator, highest, value)];
  return least === most ? least : undefined;
}

function compare(operator: string, a: bigint, b: bigint): boolean {
  return operator === '<' ? a < b : operator === '>' ? a > b : operator === '<=' ? a <= b : a >= b;
}

/** `x == x`. */
export function tautologicalCompare(lint: Lint): void {
  for (const node of comparisons(lint)) {
    const { left, right, operator, location } = node;
    if (location.expansion || left.location.expansion || right.location.expansion) continue;
    if (left.kind !== right.kind || lint.facts.constantOf[left.id]) continue;
    const type = lint.facts.typeOf[left.id];
    if (!type || type.type.kind === 'floating' || type.type.kind === 'complex' || type.volatile || type.shared)
      continue;
    const text = spelled(left);
    if (text === undefined || text !== spelled(right)) continue;
    const always = operator === '==' || operator === '<=' || operator === '>=' ? 'true' : 'false';
    lint.warning('SEM3612', `self-comparison always evaluates to ${always}`, location);
  }
}

/** A truth value compared with what it cannot be. */
export function boolCompare(lint: Lint): void {
  for (const node of comparisons(lint)) {
    if (node.location.expansion) continue;
    truth(lint, node, node.left, node.operator, node.right);
    truth(lint, node, node.right, MIRRORED[node.operator] ?? node.operator, node.left);
  }
}

function truth(lint: Lint, node: Binary, operand: Expression, operator: string, bound: Expression): void {
  const constant = lint.facts.constantOf[bound.id];
  if (constant?.kind !== 'integer' || !isTruth(lint, operand)) return;
  const certain = verdict(operator, constant.value, 0n, 1n);
  if (certain === undefined) return;
  const text = `comparison of constant '${constant.value}' with boolean expression is always ${certain}`;
  lint.warning('SEM3613', text, node.location);
}

function isTruth(lint: Lint, node: Expression): boolean {
  if (lint.facts.typeOf[node.id]?.type === undefined) return false;
  if (ownType(lint, node)?.name === '_Bool') return true;
  if (node.kind === 'Unary') return node.operator === '!';
  return node.kind === 'Binary' && (COMPARISONS.has(node.operator) || node.operator === '&&' || node.operator === '||');
}
