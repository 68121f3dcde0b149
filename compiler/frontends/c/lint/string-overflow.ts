/**
 * -Wstringop-overflow: calls of <string.h> and fgets that write more bytes than are left of a named object, where both are
 * known from the text. As gcc has it, an array within a larger object may be written to that object's end.
 */
import type { Call, Expression } from '../ast/ast.ts';
import { isComplete, sizeOf } from '../semantics/types/sizes.ts';
import type { CType } from '../semantics/types/types.ts';
import { isUnevaluated } from './bounds.ts';
import type { Lint } from './lint.ts';
import { libraryCalls } from './memory-calls.ts';
import { constantOf } from './roots.ts';

const CODE = 'SEM3647';

/** The argument that says how many bytes are written to the first one. */
const COUNT: Readonly<Record<string, number>> = {
  ...{ memcpy: 2, memmove: 2, memset: 2, mempcpy: 2, strncpy: 2, stpncpy: 2 },
  ...{ bzero: 1, fgets: 1 },
};
/** They write the second argument, a string, with its zero. */
const COPIES: ReadonlySet<string> = new Set(['strcpy', 'stpcpy', 'strcat']);

export function stringOverflow(lint: Lint): void {
  for (const { name, node } of libraryCalls(lint)) {
    const [target] = node.arguments;
    const written = writtenBy(lint, name, node);
    if (!target || (written === undefined && name !== 'strncat') || isUnevaluated(lint, node)) continue;
    const left = bytesLeft(lint, target);
    if (left === undefined) continue;
    if (written === undefined) checkBound(lint, node, left);
    else if (written > left)
      tell(lint, node, `'${name}' writing ${bytes(written)} into a region of size ${left} overflows the destination`);
  }
}

function writtenBy({ facts }: Lint, name: string, node: Call): number | undefined {
  const count = node.arguments[COUNT[name] ?? -1];
  if (count) return constantOf(facts, count);
  const text = node.arguments[1];
  return COPIES.has(name) && text?.kind === 'StringLiteral' && !text.wide ? text.units.length + 1 : undefined;
}

/** strncat's number is that of characters to add, not the size of the array. */
function checkBound(lint: Lint, node: Call, size: number): void {
  const bound = node.arguments[2] && constantOf(lint.facts, node.arguments[2]);
  if (bound === undefined || bound < size) return;
  const how = bound === size ? 'equals destination size' : `exceeds destination size ${size}`;
  tell(lint, node, `'strncat' specified bound ${bound} ${how}`);
}

const bytes = (count: number): string => (count === 1 ? '1 byte' : `${count} bytes`);

function tell(lint: Lint, node: Call, text: string): void {
  lint.warning(CODE, text, node.location);
}

// ---------------------------------------------------------------- what is left of an object

/** A place in a named object: its size, and the bytes before the place that surely are. */
interface Spot {
  readonly size: number;
  readonly offset: number;
}

function bytesLeft(lint: Lint, pointer: Expression): number | undefined {
  const spot = pointed(lint, pointer);
  return spot && spot.offset >= 0 && spot.offset <= spot.size ? spot.size - spot.offset : undefined;
}

/** Target of a pointer, or of an array that decays to one. */
function pointed(lint: Lint, node: Expression): Spot | undefined {
  switch (node.kind) {
    case 'Cast':
      return pointed(lint, node.operand);
    case 'Unary':
      return node.operator === '&' ? placed(lint, node.operand) : undefined;
    case 'Binary':
      return sum(lint, node);
    case 'Identifier':
    case 'Index':
    case 'Member':
      return lint.facts.typeOf[node.id]?.type.kind === 'array' ? placed(lint, node) : undefined;
    default:
      return undefined;
  }
}

/** Of an lvalue. */
function placed(lint: Lint, node: Expression): Spot | undefined {
  switch (node.kind) {
    case 'Identifier':
      return wholeObject(lint, node);
    case 'Index':
      return moved(lint, pointed(lint, node.array), node.array, node.index, 1);
    case 'Member': {
      const path = lint.facts.memberOf[node.id];
      const object = node.arrow ? pointed(lint, node.object) : placed(lint, node.object);
      if (!object || !path?.every(({ type }) => isComplete(type.type))) return undefined;
      return { ...object, offset: object.offset + path.reduce((offset, member) => offset + member.offset, 0) };
    }
    default:
      return undefined;
  }
}

function wholeObject({ facts }: Lint, { id }: Expression): Spot | undefined {
  const symbol = facts.symbolOf[id];
  if (symbol?.kind !== 'object' || symbol.type.shared) return undefined;
  const size = isComplete(symbol.type.type) ? sizeOf(symbol.type.type) : undefined;
  return size === undefined ? undefined : { size, offset: 0 };
}

function sum(lint: Lint, { operator, left, right }: Expression & { kind: 'Binary' }): Spot | undefined {
  if (operator !== '+' && operator !== '-') return undefined;
  const first = pointed(lint, left);
  if (first) return moved(lint, first, left, right, operator === '+' ? 1 : -1);
  return operator === '+' ? moved(lint, pointed(lint, right), right, left, 1) : undefined;
}

/** Forward by what is not known, the place may be where it was; back, at the start. */
function moved(
  lint: Lint,
  spot: Spot | undefined,
  pointer: Expression,
  by: Expression,
  sign: 1 | -1,
): Spot | undefined {
  const element = elementOf(lint.facts.typeOf[pointer.id]?.type);
  const size = element && sizeOf(element);
  if (!spot || size === undefined) return undefined;
  const count = constantOf(lint.facts, by);
  if (count === undefined) return sign > 0 ? spot : { ...spot, offset: 0 };
  return { ...spot, offset: spot.offset + sign * count * size };
}

function elementOf(type: CType | undefined): CType | undefined {
  if (type?.kind === 'array') return type.element.type;
  return type?.kind === 'pointer' ? type.to.type : undefined;
}
