/**
 * The object that an address leads into: `&a[i].x`, `a + 3` and `(shared void *)a` lead into `a`.
 */
import type { Expression } from '../ast/ast.ts';
import type { Facts, ObjectSymbol } from '../semantics/facts.ts';

export interface Root {
  /** A named object that holds the data, or a pointer variable whose value leads to it. */
  readonly symbol: ObjectSymbol;
  readonly isPointer: boolean;
  /** Elements from its start, where it is a constant; of the outermost array. */
  readonly index?: number;
}

/** Of an expression that is a pointer, or an array that becomes one. */
export function rootOf(facts: Facts, node: Expression): Root | undefined {
  switch (node.kind) {
    case 'Cast':
      return rootOf(facts, node.operand);
    case 'Identifier': {
      const symbol = facts.symbolOf[node.id];
      if (symbol?.kind !== 'object') return undefined;
      const { kind } = symbol.type.type;
      return kind === 'array' || kind === 'pointer' ? { symbol, isPointer: kind === 'pointer', index: 0 } : undefined;
    }
    case 'Unary':
      return node.operator === '&' ? rootOfPlace(facts, node.operand) : undefined;
    case 'Index':
    case 'Member':
      return isArray(facts, node) ? rootOfPlace(facts, node) : undefined;
    case 'Binary':
      return rootOfSum(facts, node);
    default:
      return undefined;
  }
}

function isArray(facts: Facts, { id }: Expression): boolean {
  return facts.typeOf[id]?.type.kind === 'array';
}

/** Of an lvalue: the object that it is a part of. */
function rootOfPlace(facts: Facts, node: Expression): Root | undefined {
  switch (node.kind) {
    case 'Identifier': {
      const symbol = facts.symbolOf[node.id];
      return symbol?.kind === 'object' ? { symbol, isPointer: false, index: 0 } : undefined;
    }
    case 'Index': {
      const array = rootOf(facts, node.array);
      return array && moved(array, constantOf(facts, node.index), 1);
    }
    case 'Member': {
      const object = node.arrow ? rootOf(facts, node.object) : rootOfPlace(facts, node.object);
      return object && moved(object, undefined, 1);
    }
    case 'Unary':
      return node.operator === '*' ? rootOf(facts, node.operand) : undefined;
    default:
      return undefined;
  }
}

function rootOfSum(facts: Facts, { operator, left, right }: Expression & { kind: 'Binary' }): Root | undefined {
  if (operator !== '+' && operator !== '-') return undefined;
  const first = rootOf(facts, left);
  if (first) return moved(first, constantOf(facts, right), operator === '+' ? 1 : -1);
  const second = operator === '+' ? rootOf(facts, right) : undefined;
  return second && moved(second, constantOf(facts, left), 1);
}

function moved({ index, ...root }: Root, by: number | undefined, sign: 1 | -1): Root {
  return index === undefined || by === undefined ? root : { ...root, index: index + sign * by };
}

/** The value of an integer constant expression. */
export function constantOf(facts: Facts, { id }: Expression): number | undefined {
  const constant = facts.constantOf[id];
  return constant?.kind === 'integer' ? Number(constant.value) : undefined;
}
