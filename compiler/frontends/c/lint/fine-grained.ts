/**
 * -Wfine-grained: loops that read or write, one by one, elements that lie in a row on one thread, where one bulk transfer
 * would move them (UPC 7.2.5).
 *
 * One idea: only where the row is certain: an indefinite layout, or a row of an array that is dealt by whole rows, walked
 * with step one by a loop that does nothing else that others could see. Accesses known to be local are left out.
 */

import { advice } from '../../../diagnostics/diagnostic.ts';
import type { Assignment, BlockItem, Expression, For, If, Index } from '../ast/ast.ts';
import { childrenOf, type TreeNode, visitTree } from '../ast/tree.ts';
import type { Facts, FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';
import { blockSizeOf, isShared } from '../semantics/types/primitives.ts';
import { elementCount } from '../semantics/types/sizes.ts';
import { typeText } from '../semantics/types/typetext.ts';
import { type CountedLoop, countedLoop, distanceFrom, isFixed } from './counted-loops.ts';
import type { Lint } from './lint.ts';
import { constantOf } from './roots.ts';
import { sharesOut } from './single-valued.ts';
import { spelled } from './spelling.ts';

const CODE = 'UPC3305';

/** Loops shorter than this are no concern. */
const FEW = 8;

export function fineGrained(lint: Lint, { definition }: FunctionFacts): void {
  const own = ownPointers(lint.facts, definition.body);
  inside(lint, definition.body, own, false);
}

/** In a upc_forall that shares out, accesses are taken to be local; so are thread 0's own, under a test for it. */
function inside(lint: Lint, node: TreeNode, own: ReadonlySet<unknown>, chosen: boolean): void {
  if (node.kind === 'UpcForall' && sharesOut(node as TreeNode & Parameters<typeof sharesOut>[0])) return;
  if (node.kind === 'For') check(lint, node as For, own, chosen);
  const chooses = chosen || (node.kind === 'If' && lint.divergence().has((node as If).test.id));
  for (const each of childrenOf(node)) inside(lint, each, own, chooses);
}

/** Pointers that get memory of the thread's own anywhere: of upc_alloc, or at an index with MYTHREAD. */
function ownPointers(facts: Facts, body: TreeNode): Set<unknown> {
  const own = new Set<unknown>();
  visitTree(body, (node) => {
    const { left, right, initializer } = node as Partial<Assignment> & { initializer?: TreeNode };
    const value = node.kind === 'Assignment' ? right : node.kind === 'InitDeclarator' ? initializer : undefined;
    if (value && isOwn(facts, value)) own.add(facts.symbolOf[(left ?? node).id]);
  });
  return own;
}

function isOwn(facts: Facts, node: TreeNode): boolean {
  if (node.kind === 'MyThread') return true;
  if (node.kind === 'Identifier' && facts.symbolOf[node.id]?.name === 'upc_alloc') return true;
  return childrenOf(node).some((each) => isOwn(facts, each));
}

// ---------------------------------------------------------------- the accesses of a loop

/** An access `array[i + from]` to a row. */
interface Access {
  readonly node: Index;
  readonly array: Expression;
  readonly symbol: ObjectSymbol;
  readonly from: Expression | 0;
}

function check(lint: Lint, node: For, own: ReadonlySet<unknown>, chosen: boolean): void {
  const loop = countedLoop(lint.facts, node);
  if (!loop || isShort(lint.facts, loop)) return;
  for (const statement of loop.body.kind === 'Compound' ? loop.body.items : [loop.body]) {
    const access = accessIn(lint, statement, loop);
    if (!access || own.has(access.symbol) || isOwn(lint.facts, access.array)) continue;
    if (access.from !== 0 && isOwn(lint.facts, access.from)) continue;
    if (chosen && access.symbol.type.type.kind === 'array' && blockSizeOf(access.symbol.type) === 0) continue;
    if (usesOf(lint.facts, loop.body, access.symbol) === 1) report(lint, loop, statement, access);
  }
}

function isShort(facts: Facts, { first, end }: CountedLoop): boolean {
  const [low, high] = [constantOf(facts, first), constantOf(facts, end)];
  return low !== undefined && high !== undefined && high - low < FEW;
}

/** The first access to a row in a statement that every iteration executes. */
function accessIn(lint: Lint, statement: BlockItem, loop: CountedLoop): Access | undefined {
  if (statement.kind !== 'ExpressionStatement' || !statement.expression) return undefined;
  return accessOf(lint, statement.expression, loop);
}

function accessOf(lint: Lint, node: TreeNode, loop: CountedLoop): Access | undefined {
  if (node.kind === 'Conditional' || node.kind === 'SizeOf') return undefined;
  if (node.kind === 'Binary' && ['&&', '||'].includes((node as TreeNode & { operator: string }).operator))
    return undefined;
  const own = node.kind === 'Index' ? rowAccess(lint, node as Index, loop) : undefined;
  if (own) return own;
  for (const each of childrenOf(node)) {
    const found = accessOf(lint, each, loop);
    if (found) return found;
  }
  return undefined;
}

function rowAccess({ facts }: Lint, node: Index, loop: CountedLoop): Access | undefined {
  const type = facts.typeOf[node.id];
  if (!type || !isShared(type) || type.type.kind === 'array' || facts.strict[node.id]) return undefined;
  const from = distanceFrom(facts, node.index, loop);
  if (from === undefined || !isFixed(facts, node.array, loop) || !isOneThreads(facts, node.array, loop, from))
    return undefined;
  const symbol = outermost(facts, node.array);
  return symbol && { node, array: node.array, symbol, from };
}

/** All on one thread: an indefinite layout, or a row within a block. */
function isOneThreads(facts: Facts, array: Expression, loop: CountedLoop, from: Expression | 0): boolean {
  const type = facts.typeOf[array.id];
  if (!type) return false;
  const target = type.type.kind === 'pointer' ? type.type.to : type;
  const block = blockSizeOf(target);
  if (block === 0) return true;
  const count = type.type.kind === 'array' && array.kind !== 'Identifier' ? elementCount(type.type) : undefined;
  const end = constantOf(facts, loop.end);
  return count !== undefined && block % count === 0 && from === 0 && end !== undefined && end <= count;
}

function outermost(facts: Facts, node: Expression): ObjectSymbol | undefined {
  if (node.kind === 'Index') return outermost(facts, node.array);
  if (node.kind === 'Member') return outermost(facts, node.object);
  const symbol = node.kind === 'Identifier' ? facts.symbolOf[node.id] : undefined;
  return symbol?.kind === 'object' ? symbol : undefined;
}

function usesOf(facts: Facts, body: TreeNode, symbol: ObjectSymbol): number {
  let uses = 0;
  visitTree(body, (node) => {
    if (node.kind === 'Identifier' && facts.symbolOf[node.id] === symbol) uses++;
  });
  return uses;
}

// ---------------------------------------------------------------- what to write instead

function report(lint: Lint, loop: CountedLoop, statement: BlockItem, access: Access): void {
  const { expression } = statement as BlockItem & { expression: Expression };
  const assigned = expression.kind === 'Assignment' ? expression : undefined;
  const writes = assigned?.left === access.node;
  if (writes && assigned.operator !== '=') return;
  const name = spelled(access.array) ?? access.symbol.name;
  const text = `the loop ${writes ? 'writes' : 'reads'} '${name}' element by element, and its elements are on one thread: one transfer moves them all (UPC 1.3, 7.2.5)`;
  const type = lint.facts.typeOf[access.node.id];
  const local = type
    ? `, or, if they are the thread's own, a pointer of type '${typeText({ type: { kind: 'pointer', to: { type: type.type } } })}'`
    : '';
  const notes = advice(replacement(lint, loop, access, assigned, writes) + local);
  lint.warning(CODE, text, access.node.location, notes);
}

function replacement(
  lint: Lint,
  loop: CountedLoop,
  access: Access,
  assigned: Assignment | undefined,
  writes: boolean,
): string {
  const { facts } = lint;
  const type = facts.typeOf[access.node.id];
  const row = `&${placeText(loop, access.array, access.from)}`;
  const size = `${countText(facts, loop)} * sizeof(${type ? typeText({ type: type.type }) : 'element'})`;
  const other = assigned && privateRow(facts, loop, writes ? assigned.right : assigned.left, type);
  if (writes && other) return `replace it by upc_memput(${row}, ${other}, ${size})`;
  const source = writes && assigned ? sharedRow(lint, loop, assigned.right, type) : undefined;
  if (source) return `replace it by upc_memcpy(${row}, ${source}, ${size})`;
  if (writes) return `write to a private buffer, and after the loop upc_memput(${row}, buffer, ${size})`;
  if (other && assigned.operator === '=' && assigned.right === access.node)
    return `replace it by upc_memget(${other}, ${row}, ${size})`;
  return `before the loop upc_memget(buffer, ${row}, ${size}), and read the buffer`;
}

/** `&q[first]` where the other side of a copy is a row of shared data of the same type. */
function sharedRow(lint: Lint, loop: CountedLoop, node: Expression, type: Facts['typeOf'][number]): string | undefined {
  const access =
    node.kind === 'Index' && lint.facts.typeOf[node.id]?.type === type?.type && rowAccess(lint, node, loop);
  return access ? `&${placeText(loop, access.array, access.from)}` : undefined;
}

/** `&b[first]` where the other side of a copy is `b[i]`, private, of the same type. */
function privateRow(
  facts: Facts,
  loop: CountedLoop,
  node: Expression,
  type: Facts['typeOf'][number],
): string | undefined {
  const own = facts.typeOf[node.id];
  if (node.kind !== 'Index' || !own || isShared(own) || own.type !== type?.type) return undefined;
  const from = distanceFrom(facts, node.index, loop);
  return from !== undefined && isFixed(facts, node.array, loop) ? `&${placeText(loop, node.array, from)}` : undefined;
}

function placeText({ first }: CountedLoop, array: Expression, from: Expression | 0): string {
  const parts = [spelled(first) ?? 'first', ...(from === 0 ? [] : [spelled(from) ?? 'offset'])];
  const index = parts.filter((part, i) => part !== '0' || (i === 0 && parts.length === 1));
  return `${spelled(array) ?? 'row'}[${index.join(' + ')}]`;
}

function countText(facts: Facts, { first, end, includesEnd }: CountedLoop): string {
  const last = spelled(end) ?? 'end';
  const start = constantOf(facts, first) === 0 ? '' : ` - ${spelled(first) ?? 'first'}`;
  const text = `${last}${start}${includesEnd ? ' + 1' : ''}`;
  return text.includes(' ') ? `(${text})` : text;
}
