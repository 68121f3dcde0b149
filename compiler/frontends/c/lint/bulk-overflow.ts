/**
 * -Wbulk-overflow: upc_memcpy, upc_memget, upc_memput and upc_memset of more bytes than are there (UPC 7.2.5): than the
 * private buffer has, or than any thread holds of the shared array, for all the bytes are to be on one thread.
 */

import { advice } from '../../../diagnostics/diagnostic.ts';
import type { Call, Expression } from '../ast/ast.ts';
import type { TreeNode } from '../ast/tree.ts';
import { blockSizeOf, isShared } from '../semantics/types/primitives.ts';
import { hasThreadsDimension, localSizeOf, sizeOf } from '../semantics/types/sizes.ts';
import type { Lint } from './lint.ts';
import { constantOf, type Root, rootOf } from './roots.ts';

const CODE = 'UPC3306';

/** Functions whose arguments begin with two places and a number of bytes; of upc_memset the second is a value. */
const TRANSFERS = /^upc_mem(cpy|get|put|set)(_nbi?)?$/;

export function bulkOverflow(lint: Lint): void {
  for (const call of lint.outline.all('Call')) check(lint, call);
}

function check(lint: Lint, { callee, arguments: values }: Call): void {
  const name = lint.facts.symbolOf[callee.id]?.name ?? '';
  const [to, from, count] = values;
  if (!TRANSFERS.test(name) || !to || !from || !count) return;
  const places = name.startsWith('upc_memset') ? [to] : [to, from];
  for (const place of places) checkPlace(lint, place, count);
}

function checkPlace(lint: Lint, place: Expression, count: Expression): void {
  const root = rootOf(lint.facts, place);
  if (!root || root.isPointer) return;
  if (isShared(root.symbol.type)) checkShared(lint, root, place, count);
  else checkPrivate(lint, root, place, count);
}

function checkShared(lint: Lint, { symbol }: Root, place: Expression, count: Expression): void {
  const { name, type } = symbol;
  const local = localSizeOf(type, lint.threads);
  const bytes = constantOf(lint.facts, count);
  if (local === undefined || (bytes !== undefined ? bytes <= local : !isWholeSize(lint, count))) return;
  const size = bytes === undefined ? 'the size of an array that is on all threads' : `${bytes} bytes`;
  const text = `${size} at '${name}', of which no thread holds more than ${local} bytes: a transfer stays on one thread (UPC 1.3, 7.2.5)`;
  lint.warning(
    CODE,
    text,
    place.location,
    advice(`transfer each thread's part by itself: upc_localsizeof(${name}) bytes or less`),
  );
}

/** `sizeof` of a shared array that is spread over the threads, where their number is not known. */
function isWholeSize(lint: Lint, count: TreeNode): boolean {
  if (count.kind !== 'SizeOf') return false;
  const { operand } = count as TreeNode & { operand: TreeNode };
  const type = lint.facts.typeOf[operand.id] ?? lint.facts.namedType[operand.id];
  return !!type && isShared(type) && blockSizeOf(type) !== 0 && hasThreadsDimension(type.type);
}

function checkPrivate(lint: Lint, { symbol, index }: Root, place: Expression, count: Expression): void {
  const size = sizeOf(symbol.type.type);
  const bytes = constantOf(lint.facts, count);
  if (size === undefined || bytes === undefined || symbol.storage === 'parameter') return;
  const { type } = symbol.type;
  const element = type.kind === 'array' ? (sizeOf(type.element.type) ?? 0) : size;
  const left = size - Math.max(0, index ?? 0) * element;
  if (bytes <= left) return;
  const text = `${bytes} bytes at '${symbol.name}', which has ${left === size ? size : `${left} of ${size} bytes left there`}`;
  lint.warning(CODE, left === size ? `${text} bytes` : text, place.location);
}
